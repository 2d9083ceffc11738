/**
 * What was tapped stays under the thumb, and what is read where it is, whatever comes or goes above
 * it (VN-19.10). Not every browser does that by itself; those that do are told to leave it, in
 * base.css. Places are those in the document, which scrolling does not change.
 */

/** What is held, the innermost first, each with its place: where one is gone, the next is held. */
let held = [];
/** How far the page was scrolled; where it becomes shorter than that, a browser scrolls back. */
let far = 0;

const place = (element) => element.getBoundingClientRect().top + scrollY;
const stays = (element) => !["fixed", "sticky"].includes(getComputedStyle(element).position);

function hold(element) {
  held = [];
  far = scrollY;
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    if (stays(each)) held.push([each, place(each)]);
    else held = [];  // it keeps its own place
  }
}

/** What is in the middle, once somebody reads on; new things at the very top are to be seen. */
function read() {
  far = scrollY;
  const { top = -1, bottom = 0 } = held[0]?.[0].getBoundingClientRect() ?? {};
  if (bottom > 0 && top < innerHeight) return;
  hold(scrollY > 0 ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null);
}

function keep() {
  const [element, before] = held.find(([each]) => each.getClientRects().length) ?? [];
  if (!element) return;
  const by = place(element) - before;
  const most = document.documentElement.scrollHeight - innerHeight;
  if (by) scrollTo({ top: (far > most ? far : scrollY) + by, behavior: "instant" });
  hold(element);
}

addEventListener("pointerdown", ({ target }) => hold(target), true);
addEventListener("scroll", read, { passive: true });
addEventListener("resize", () => hold(held[0]?.[0]));
new MutationObserver(keep).observe(document.body, {
  attributes: true, characterData: true, childList: true, subtree: true });
new ResizeObserver(keep).observe(document.body);

/** Lists that scroll by themselves, too: a new one stands where the old one stood. */
let rolled = [];
const lists = (event) => [...event.detail.target.querySelectorAll(".rolls")];
document.addEventListener("htmx:beforeSwap", (event) => { rolled = lists(event).map((each) => each.scrollTop); });
document.addEventListener("htmx:afterSwap", (event) =>
  lists(event).forEach((each, at) => { each.scrollTop = rolled[at] ?? 0; }));
