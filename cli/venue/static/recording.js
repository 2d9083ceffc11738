/** Carries out what the queue says: keeps, sends, waits and shows; the page uses this alone. */
import { begin, step } from "./queue.js";
import { measured, uuid7 } from "./stamp.js";
import { opened, turns } from "./store.js";

/** A request that is not answered by then is given up and sent again, in ms. */
const PATIENCE = 15_000;
const EACH_TIME = 600_000;

/** How far the clock of this device is behind the server's, in ms. */
let shift = 0;

/** What time it is by the clock of the server, in ms. */
export const now = () => Date.now() + shift;

/**
 * The queue of a match on this device.
 * @param {{match: string, show: (shown: object) => void, heard: (at: number) => void,
 *   tell: (key: string, values: object) => void, turn: (mine: boolean) => void}} page
 */
export async function recording({ match, show, heard, tell, turn }) {
  const store = await opened();
  const [known, last, others] = await Promise.all(
    [store.last("offset"), store.last(`view/${match}`), store.others(match)]);
  shift = known ?? 0;
  let [state, mine, turned, at, timer] = [begin(match), false, 0, 0, 0];
  let doing = Promise.resolve();

  /** What follows from it is done in order, and no more once another tab records. */
  function happen(happening) {
    if (!mine) return;
    const next = step(state, { now: Date.now(), chance: Math.random(), ...happening });
    state = next.state;
    const by = turned;
    for (const effect of next.effects) {
      doing = doing.then(() => by === turned && EFFECTS[effect.do](effect));
    }
  }

  const EFFECTS = {
    store: (effect) => store.write(effect).catch(() => tell("told.unstored", {})),
    heard: (effect) => heard(effect.at),
    tell: (effect) => tell(effect.key, effect.values),
    show: (effect) => show(effect.shown),
    wait({ ms, turn: number }) {
      clearTimeout(timer);
      timer = setTimeout(() => happen({ type: "tick", turn: number }), ms);
    },
    send: (effect) => void send(effect),
  };

  async function send({ n, body }) {
    const asked = {
      method: "POST", body, headers: { "Content-Type": "application/json", "X-Referee": "1" },
    };
    const given = new AbortController();
    const limit = setTimeout(() => given.abort(), PATIENCE);
    try {
      const address = `/api/matches/${encodeURIComponent(match)}/entries`;
      const answer = await fetch(address, { ...asked, signal: given.signal });
      const said = await answer.json().catch((error) => {
        if (given.signal.aborted) throw error;
      });
      const after = Number(answer.headers.get("Retry-After")) || undefined;
      happen({ type: "answer", n, status: answer.status, body: said, after });
    } catch {
      happen({ type: "failed", n });
    } finally {
      clearTimeout(limit);
    }
  }

  function seen(told) {
    at = told.at;
    if (!told.behind) store.keep(`view/${match}`, told).catch(() => {});
  }

  /** What is made at a tap: the id, and times by the clock of the server. */
  function fresh() {
    const time = new Date(now()).toISOString();
    return { id: uuid7(now()), played_at: time, recorded_at: time, tapped: Date.now() };
  }

  async function corrected() {
    const found = await measured();
    if (found === null) return;
    shift = found;
    store.keep("offset", shift).catch(() => {});
  }

  const claim = turns(match, () => {
    mine = false;
    turned += 1;
    clearTimeout(timer);
    turn(false);
  });

  async function take() {
    if (mine) return;
    turned += 1;
    const by = turned;
    await claim();
    const { records, kept } = await store.read(match);
    if (by !== turned) return;
    state = begin(match, records, kept);
    mine = true;
    turn(true);
    if (!navigator.onLine) happen({ type: "offline" });
    happen({ type: "resume" });
  }

  addEventListener("online", () => happen({ type: "online" }));
  addEventListener("offline", () => happen({ type: "offline" }));
  addEventListener("pageshow", (event) => event.persisted && happen({ type: "resume" }));
  document.addEventListener("visibilitychange", () => document.hidden || take());
  setInterval(corrected, EACH_TIME);
  at = last?.at ?? 0;
  await take();
  void corrected();
  if (location.protocol === "https:") void import("./device.js").then(({ device }) => device());

  return {
    take,
    others,
    stored: Boolean(store.database),
    tap(events, { expected = at, if_legal = true } = {}) {
      const { played_at, recorded_at } = fresh();  // one tap, one time: so what was filled in is known (VN-17.17)
      const items = events.map((event) => ({ ...fresh(), played_at, recorded_at, ...event, if_legal }));
      happen({ type: "tap", items, expected });
    },
    undo: (judge, entry, line) =>
      happen({ type: "undo", item: fresh(), judge, entry, line, expected: at }),
    choose: (choice, { seat, about, event, line } = {}) =>
      happen({ type: "choose", choice, seat, about, item: { ...fresh(), event, line } }),
    seen(told) {
      seen(told);
      happen({ type: "seen", view: told });
    },
    again: (id) => happen({ type: "again", id, expected: at }),
    closed: () => happen({ type: "closed" }),
    resume: () => happen({ type: "resume" }),
    lastView: async () => last ?? null,
  };
}
