"""Placeholder while the full component is written."""
from msgspec import Struct
from typing import Literal
class Impossible(Struct, frozen=True):
    kind: str; card: str; have: int; asked: int; since: int|None
class HiddenCards(Struct):
    left: dict[str,int]; sizes: dict[str,int]; kn: dict[str,int]
    @classmethod
    def opened(cls, cards, zone="deck"): return cls(dict(cards), {"deck":sum(cards.values()),"hand":0}, {})
    def size(self,z): return self.sizes[z] + (sum(self.kn.values()) if z=="hand" and self.kn else 0)
    def draw(self,n,source="deck",target="hand"):
        assert self.sizes[source]>=n
        self.sizes[source]-=n; self.sizes[target]+=n
    def refuses(self,z,cards):
        if len(cards)>self.size(z): return Impossible("size","",self.size(z),len(cards),None)
        for c in cards:
            if self.left.get(c,0)+self.kn.get(c,0)<cards.count(c): return Impossible("pool",c,self.left.get(c,0),cards.count(c),None)
    def show(self,z,cards):
        for c in cards:
            if self.kn.get(c): 
                self.kn[c]-=1
                if not self.kn[c]: del self.kn[c]
            else: self.left[c]-=1; self.sizes[z]-=1
    def put(self,z,cards):
        for c in cards: self.kn[c]=self.kn.get(c,0)+1
    def shuffle(self,z,adding={}):
        for c,n in adding.items(): self.left[c]=self.left.get(c,0)+n; self.sizes[z]+=n
    def denies(self,z,names): 
        for n in names:
            if self.kn.get(n): return Impossible("pool",n,0,0,None)
    def claim(self,z,names,seq): pass
    def forget_claim(self,seq): pass
    def known(self,z): return dict(self.kn)
    def candidates(self,z): 
        r={c:min(n,self.sizes[z]) for c,n in self.left.items() if n and self.sizes[z]} 
        if z=="hand":
            for c,n in self.kn.items(): r[c]=r.get(c,0)+n
        return dict(sorted(r.items()))
    def adjust(self,*a,**k): pass
