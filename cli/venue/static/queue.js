/**
 * What was tapped on this device and is not in the log yet (VN-9, VN-10).
 *
 * Pure: it reads no clock, draws no chance and sends nothing. `step` takes what happened and
 * answers with what is to be done, in order; what is stored comes before what is shown and sent.
 * An item that was ever sent may be in the log although no answer came: it is sent again as it
 * was, and taken back by a strike alone.
 */

/** How many items go in one request (VN-9.3), and how many characters of them. */
export const BATCH = 20;
const ROOM = 60_000;
const DAY = 86_400_000;
/** How many of those written are remembered, so that they can be taken back. */
const REMEMBERED = 40;
/** Seconds to wait, and what is shown, where the server cannot take more (VN-4.1). */
const PAUSES = { 429: [1, "queue.slow"], 503: [2, "queue.busy"], 507: [10, "queue.full"] };
/** The question behind each error that a person has to answer. */
const KINDS = {
  400: "malformed", 401: "session", 403: "forbidden", 404: "unknown", 409: "conflict",
  413: "large", 422: "malformed", 500: "fault",
};
const CHOICES = {
  illegal: ["mistyped", "played"], unmeant: ["mistyped", "meant"], different: ["drop", "after", "judge", "drop-all"],
  malformed: ["drop", "again"], incomplete: ["mend", "drop"], conflict: ["drop", "judge"],
  forbidden: ["drop", "judge", "again"], unknown: ["again", "drop-all"], large: ["drop"],
  fault: ["again", "drop", "judge"], session: ["again"], old: ["send", "drop"],
  over: ["send", "drop"],
};
/** Errors that the same bytes meet each time: what met one was never written. */
const LASTING = ["malformed", "incomplete", "large", "conflict"];

/**
 * The queue as it was stored, or an empty one.
 * @param {string} match
 * @param {object[]} records the items, waiting and dropped, in any order
 * @param {object} kept what else was stored
 */
export function begin(match, records = [], kept = {}) {
  const sorted = [...records].sort((one, other) => one.order - other.order);
  return {
    match, items: sorted.filter((item) => !item.why), unseen: [], dropped: sorted.filter((item) => item.why),
    kept: { match, at: 0, over: false, written: [], ...kept },
    flight: null, requests: 0, turn: 0, waiting: false, tries: 0, online: true, single: false,
    question: null, key: "",
  };
}

/**
 * What follows from a happening.
 * @param {object} state
 * @param {{type: string, now?: number, chance?: number}} happening `now` in ms as this device
 *   tells the time, `chance` at random between 0 and 1
 * @returns {{state: object, effects: object[]}} effects: `store {put, drop, kept}` at once or not
 *   at all, `heard {at}` how far the match is, `tell {key, values}`, `show {shown}`,
 *   `wait {ms, turn}`, `send {n, match, body}`
 */
export function step(state, happening) {
  const s = { ...state };
  const told = [];
  HAPPENINGS[happening.type](s, happening, told);
  const next = advance(s, happening);
  const effects = [...stored(state, s), ...told, { do: "show", shown: shown(s) }, ...next];
  return { state: s, effects };
}

/** What a page shows of the queue (VN-9.2); what is written is among it until a view has it. */
export function shown(s) {
  const undone = new Set(s.items.map((item) => item.of));
  const status = (item) =>
    s.flight?.ids.includes(item.id) ? "sending" : s.question?.id === item.id ? "refused" : "waiting";
  const mark = s.question ? "refused" : s.items.length ? "waiting" : "sent";
  return {
    mark, key: mark === "waiting" && s.key ? s.key : `queue.${mark}`, waiting: s.items.length,
    online: s.online, undoable: Boolean(newest(s) || s.kept.written.length),
    items: [...s.unseen, ...s.items.map((item) => ({ ...item, status: status(item), undone: undone.has(item.id) }))],
    dropped: s.dropped, question: s.question,
  };
}

// -- what happens --------------------------------------------------------------------------------

const HAPPENINGS = {
  /** Tapped: `items` with id, event, line and times, `expected` as the page showed the match. */
  tap(s, { items, expected }) {
    for (const item of items) {
      if (!s.items.some((each) => each.id === item.id)) append(s, item, expected);
    }
  },

  /** The newest is taken back: out of the queue, or by a strike made of `item` (VN-7.4). */
  undo(s, { item, judge, entry, line, expected }, told) {
    const last = entry ? null : newest(s);
    if (last && !last.sent) {
      remove(s, last.id);
      told.push(tell("told.undone", { line: last.told ?? last.line }));
    } else if (last) {
      const { id: of, line: taken, told, checks: if_legal } = last;
      append(s, { ...item, event: undefined, judge, of, line: taken, told, if_legal });
    } else {
      const written = s.kept.written.at(-1);
      const seq = entry ?? written?.seq;
      if (!seq) return;
      s.kept = { ...s.kept, written: s.kept.written.filter((each) => each.seq !== seq) };
      const about = { line: line ?? written?.line, if_legal: written?.if_legal ?? true };
      append(s, { ...item, ...about, event: strike(judge, seq) }, expected ?? seq);
    }
  },

  /** A request was answered: `n`, `status`, `body`, and `after`, the seconds of Retry-After. */
  answer(s, happening, told) {
    const { n, status, body, after } = happening;
    if (s.flight?.n !== n) return;
    const { ids } = s.flight;
    s.flight = null;
    s.online = true;
    if (status === 200 && Array.isArray(body?.recorded)) recorded(s, ids, body, happening, told);
    else if (PAUSES[status]) {
      const [least, key] = PAUSES[status];
      pause(s, (after ?? least) * 1000 + happening.chance * 1000, key);
    } else if (body?.error === "stale") stale(s, body, happening, told);
    else if (KINDS[status] && body?.error) trouble(s, ids, status, body, told);
    else failed(s, happening);
  },

  /** No answer came to a request, or none by this server. */
  failed(s, happening) {
    if (s.flight?.n !== happening.n) return;
    s.flight = null;
    failed(s, happening);
  },

  /** The wait of that turn is over. */
  tick(s, { turn }) {
    if (turn === s.turn) s.waiting = false;
  },

  /** The device says that it has no network; now and then it is tried all the same. */
  offline(s) {
    s.online = false;
  },

  /** It has one again; devices of a whole hall do not come back in the same moment. */
  online(s, { chance }) {
    s.online = true;
    if (s.waiting && s.key !== "queue.offline") return;
    s.tries = 0;
    if (s.items.length) pause(s, chance * Math.min(2000, 50 * (s.items.length - 1)), "");
  },

  /** The page was opened, the device bound anew, or somebody asked to try now. */
  resume(s) {
    s.waiting = false;
    s.tries = 0;
    if (s.question?.kind === "session") s.question = null;
  },

  /** The page got a view of the match by itself. */
  seen(s, { view }, told) {
    look(s, view, told);
    s.unseen = s.unseen.filter((item) => item.seq > view.at);
    if (s.key === "queue.offline") s.waiting = false;
  },

  /** The question was answered; see CHOICES for each kind. */
  choose(s, happening, told) {
    const { question } = s;
    if (!question?.choices.includes(happening.choice)) return;
    s.question = null;
    s.single = false;
    CHOSEN[happening.choice](s, question, happening, told);
  },

  /** What was dropped goes to the end after all, as a judge wishes (VN-10.3). */
  again(s, { id, expected }) {
    const item = s.dropped.find((each) => each.id === id);
    if (!item) return;
    s.dropped = s.dropped.filter((each) => each !== item);
    const { why, theirs, ...rest } = item;
    append(s, { ...rest, if_legal: item.checks, released: true }, expected);
  },

  /** The result is in: what was dropped is of no use any more. */
  closed(s) {
    s.dropped = [];
  },
};

const CHOSEN = {
  mistyped: (s, { id }) => remove(s, id),
  played: (s, { id }) => change(s, id, { if_legal: false }),
  meant: (s, { id }) => change(s, id, { if_legal: false }),
  again: () => {},
  send(s) {
    s.items = s.items.map((item) => ({ ...item, released: true }));
  },
  mend(s, { id }, { item }) {
    const old = s.items.find((each) => each.id === id);
    s.items = s.items.filter((each) => each.of !== id);
    s.items = s.items.map((each) => (each === old ? made({ ...old, sent: false, ...item }) : each));
  },
  drop(s, question, happening, told) {
    const { kind, id, theirs, number } = question;
    if (kind === "old" || kind === "over") {
      shelve(s, s.items.filter((item) => held(s, item, happening.now)), kind, undefined, told);
      return;
    }
    shelve(s, s.items.filter((item) => item.id === id), kind, theirs, told);
    const next = s.items[0];
    if (theirs) rebase(s, next && same(next.event, theirs.event) ? number - 1 : number);
  },
  "drop-all": (s, { kind, theirs }, happening, told) => shelve(s, s.items, kind, theirs, told),
  after(s, { last }) {
    s.items = s.items.map((item) => ({ ...item, if_legal: item.checks }));
    rebase(s, last);
  },
  judge(s, { kind, id, theirs, number, last }, { item, seat, about }, told) {
    const mine = s.items.find((each) => each.id === id);
    const both = theirs && `number ${number}: theirs ${cut(theirs.line)}, ours ${cut(mine.line)}`;
    const event = { type: "call-judge", seat, about: about ?? both ?? `${kind}: ${cut(mine.line)}` };
    shelve(s, theirs ? s.items : [mine], kind, theirs, told);
    const { order, expected } = mine;
    const call = made({ ...item, event, seat, line: event.about, if_legal: false });
    const place = { match: s.match, order, expected: last ?? expected };
    s.items = [{ sent: false, released: true, ...call, ...place }, ...s.items];
  },
};

// -- answers ---------------------------------------------------------------------------------------

function recorded(s, ids, body, happening, told) {
  const numbers = [];
  for (const { id, seq } of body.recorded) {
    settle(s, id, seq, true);
    numbers.push(seq);
  }
  const [kind] = ["illegal", "unmeant"].filter((each) => body[each]);
  if (!numbers.length && !kind) return failed(s, happening);
  s.tries = 0;
  s.key = "";
  if (numbers.length) {
    rebase(s, Math.max(...numbers));
    told.push(tell("told.written", { numbers }));
    if (body.recorded.some(({ clock }) => clock)) told.push(tell("told.clock", {}));
  }
  look(s, body, told);
  told.push({ do: "heard", at: body.at });
  if (kind) {
    const id = body[kind].id ?? ids.find((each) => s.items.some((item) => item.id === each));
    refused(s, id, { ...body[kind], kind, id }, told);
  }
}

function stale(s, { last, entries }, happening, told) {
  const [{ expected: from } = {}] = s.items;
  if (last === from) return failed(s, happening);
  told.push({ do: "heard", at: last });
  const since = entries.filter(({ seq }) => seq > from).sort((one, other) => one.seq - other.seq);
  const { settled, own, first } = compare(s.items, since, resolved);
  for (const [id, seq] of settled) settle(s, id, seq, own.has(id));
  const both = [...settled].filter(([id]) => !own.has(id)).map(([, seq]) => seq);
  if (both.length) told.push(tell("told.both", { numbers: both }));
  s.items = s.items.map((item) => (item.sent ? { ...item, sent: false } : item));
  rebase(s, first ? first.seq - 1 : last);
  if (!first) return undefined;
  const { id } = s.items[0];
  return ask(s, { kind: "different", id, number: first.seq, theirs: first, last });
}

/** An error that somebody has to look at; of several items it is found by sending each alone. */
function trouble(s, ids, status, body, told) {
  const kind = body.error === "incomplete" ? "incomplete" : KINDS[status];
  if (kind === "session" || kind === "unknown") return ask(s, { kind, hint: body.hint, ...body.lang && { lang: body.lang } });
  const [id, ...others] = ids;
  if (others.length) {
    s.single = true;
    return undefined;
  }
  const { field, hint, lang, named, choices: options } = body;
  const question = { kind, id, field, hint, options, ...lang && { lang }, ...named && { named } };
  return LASTING.includes(kind) ? refused(s, id, question, told) : ask(s, question);
}

/** It is certain that an item was not written; where it was taken back meanwhile, that is all. */
function refused(s, id, question, told) {
  const item = s.items.find((each) => each.id === id);
  if (!item) return;
  change(s, id, { sent: false });
  if (s.items.some((each) => each.of === id)) {
    remove(s, id);
    told.push(tell("told.undone", { line: item.told ?? item.line }));
  } else ask(s, question);
}

function ask(s, question) {
  const item = s.items.find((each) => each.id === question.id);
  const { kind } = question;
  const choices = kind === "illegal" && taking(item) ? ["drop", "judge"] : CHOICES[kind];
  s.question = { ...question, key: `ask.${kind}`, choices, item };
}

function failed(s, { chance }) {
  s.tries += 1;
  pause(s, Math.min(10_000, 250 * 2 ** s.tries) * (0.5 + chance / 2), "queue.offline");
}

function pause(s, ms, key) {
  s.key = key;
  s.waiting = true;
  s.turn += 1;
  s.pause = ms;
}

/** What a view says of the queue: that the match is over, and which items are in the log. */
function look(s, view, told) {
  if (!view) return;
  const over = Boolean(view.over);
  if (over !== s.kept.over) s.kept = { ...s.kept, over };
  // of what is held back is asked anew: it may be in the log, and for another reason held
  if (["old", "over"].includes(s.question?.kind)) s.question = null;
  const numbers = new Map((view.entries ?? []).map(({ id, seq }) => [id, seq]));
  while (s.items.length && numbers.has(s.items[0].id)) {
    const [{ id }] = s.items;
    if (s.question?.id === id) s.question = null;
    settle(s, id, numbers.get(id), true);
    rebase(s, numbers.get(id));
    told.push(tell("told.written", { numbers: [numbers.get(id)] }));
  }
}

// -- the items ---------------------------------------------------------------------------------------

/** The bytes of an item are made once, and sent again unchanged (VN-2.2). */
function made(item) {
  const { id, played_at, recorded_at, event } = item;
  const bytes = event && JSON.stringify({ id, played_at, recorded_at, event });
  return { ...item, bytes, checks: item.checks ?? item.if_legal };
}

function append(s, item, expected = s.kept.at) {
  const last = s.items.at(-1);
  const { match, kept } = s;
  const place = {
    match, order: (last?.order ?? 0) + 1,
    expected: last ? last.expected + 1 : Math.max(expected, kept.at),
  };
  s.items = [...s.items, { sent: false, released: kept.over, ...made(item), ...place }];
}

function change(s, id, what) {
  s.items = s.items.map((item) => (item.id === id ? { ...item, ...what } : item));
}

/** Take an item out, and the strikes of it; what stands behind it moves up. */
function remove(s, id) {
  const [first] = s.items;
  s.items = s.items.filter((item) => item.id !== id && item.of !== id);
  if (first) rebase(s, first.expected);
  if (s.question && !s.items.some((item) => item.id === s.question.id)) s.question = null;
}

function rebase(s, expected) {
  const [first] = s.items;
  if (first && first.expected !== expected) change(s, first.id, { expected });
}

/** An item is in the log under that number, by this device or by another. */
function settle(s, id, seq, own) {
  const item = s.items.find((each) => each.id === id);
  const { at, written } = s.kept;
  const taken = s.items.some((each) => each.of === id);
  const remembered = item && own && !taken && !taking(item);
  const line = remembered && [{ id, seq, line: item.line, if_legal: item.checks }];
  s.kept = {
    ...s.kept, at: Math.max(at, seq),
    written: remembered ? [...written, ...line].slice(-REMEMBERED) : written,
  };
  if (item) s.unseen = [...s.unseen, { ...item, seq }];
  s.items = s.items
    .filter((each) => each !== item)
    .map((each) => (each.of === id ? made({ ...each, of: undefined, event: strike(each.judge, seq) }) : each));
}

/** What is not to be logged now is kept for the judge; its strikes go with it (VN-10.3). */
function shelve(s, items, why, theirs, told) {
  for (const { id } of items) {
    const item = s.items.find((each) => each.id === id);
    if (!item) continue;
    remove(s, id);
    if (taking(item)) continue;
    s.dropped = [...s.dropped, { ...item, why, theirs }];
    told.push(tell("told.kept", { line: item.told ?? item.line }));
  }
}

const taking = (item) => Boolean(item.of) || item.event?.type === "strike";
const strike = (judge, entry) => ({ type: "strike", judge, entry, authority: "scorekeeper" });

/** The event of an item: of a strike once what it takes back has its number. */
const resolved = (item, settled) =>
  item.of && settled.has(item.of) ? strike(item.judge, settled.get(item.of)) : item.event;

/** The newest item that is not taken back yet. */
function newest(s) {
  const taken = new Set(s.items.map((item) => item.of));
  return s.items.filter((item) => !taking(item) && !taken.has(item.id)).at(-1);
}

/**
 * Why an item is not sent by itself: it is a day old, or the match is over (VN-9.5); but for a
 * strike, which may take back what ended it.
 */
function held(s, item, now) {
  if (item.released) return "";
  if (now - item.tapped > DAY) return "old";
  return s.kept.over && !taking(item) ? "over" : "";
}

const cut = (line) => String(line ?? "").slice(0, 400);
const tell = (key, values) => ({ do: "tell", key, values });

// -- what is to be done ------------------------------------------------------------------------------

function stored(before, after) {
  const was = new Set([...before.items, ...before.dropped]);
  const now = [...after.items, ...after.dropped];
  const ids = new Set(now.map((item) => item.id));
  const put = now.filter((item) => !was.has(item));
  const drop = [...was].map((item) => item.id).filter((id) => !ids.has(id));
  const { kept } = after;
  if (!put.length && !drop.length && kept === before.kept) return [];
  return [{ do: "store", put, drop, kept }];
}

/** One request at a time, in order, and none while somebody is asked (VN-9.3). */
function advance(s, { type, now }) {
  if (s.pause !== undefined) {
    const ms = Math.ceil(s.pause);
    s.pause = undefined;
    return [{ do: "wait", ms, turn: s.turn }];
  }
  const [first] = s.items;
  if (!first) s.single = false;
  if (!first || s.flight || s.question || s.waiting) return [];
  const why = held(s, first, now);
  if (why) {
    ask(s, { kind: why, count: s.items.filter((item) => held(s, item, now)).length });
    return [];
  }
  if (!s.online && type !== "tick" && type !== "resume") {
    pause(s, 15_000, "queue.offline");
    return advance(s, { type, now });
  }
  const batch = batched(s, first, now);
  s.requests += 1;
  s.flight = { n: s.requests, ids: batch.map((item) => item.id) };
  const sent = new Set(batch);
  s.items = s.items.map((item) => (sent.has(item) && !item.sent ? { ...item, sent: true } : item));
  const drafts = batch.map((item) => item.bytes).join();
  const body = `{"drafts":[${drafts}],"expected":${first.expected},"if_legal":${first.if_legal}}`;
  return [{ do: "send", n: s.requests, match: s.match, body }];
}

function batched(s, first, now) {
  const batch = [];
  let room = ROOM;
  for (const item of s.items.slice(0, s.single ? 1 : BATCH)) {
    room -= item.bytes?.length ?? 0;
    const apart = !item.bytes || item.if_legal !== first.if_legal || held(s, item, now);
    if (batch.length && (apart || room < 0)) break;
    batch.push(item);
  }
  return batch;
}

// -- two devices that recorded the same match: what both have, where they first differ (VN-10.2) --

/** The field of an event that says who wrote it down; it is no part of what happened. */
const WRITER = { "agree-result": "by", note: "by", strike: "judge" };

/** An event as text with its fields in order, without its writer. */
function plain(value, without) {
  if (Array.isArray(value)) return `[${value.map((each) => plain(each)).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).filter((field) => field !== without).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${plain(value[field])}`).join()}}`;
}

/**
 * Whether two events say that the same happened.
 * @param {object} mine @param {object} theirs
 */
export function same(mine, theirs) {
  return plain(mine, WRITER[mine?.type]) === plain(theirs, WRITER[theirs?.type]);
}

/** What another may say while this one records, and contradicts nobody (VN-19.6). */
const REMARKS = ["call-judge", "confirm"];

/**
 * Whether what another device logged leaves it as it was told: a remark leaves everything, another
 * score or no score at all a score, and a score whose turn begins.
 * @param {object} mine @param {object} theirs
 */
function apart(mine, theirs) {
  if (REMARKS.includes(theirs?.type)) return true;
  if (mine?.type === "begins") return theirs?.type === "score";
  return mine?.type === "score" &&
    (theirs?.type !== "score" || ["seat", "measure"].some((part) => mine[part] !== theirs[part]));
}

/**
 * Hold what waits against the entries that came since, one by one, as far as they are the same. What
 * waits passes over what leaves it as it was told: it is sent again by itself (VN-17.9).
 * @param {{id: string, event: object, of?: string}[]} items what waits, in order
 * @param {{seq: number, id: string, event: object, line: string}[]} entries those since, in order
 * @param {(item: object, settled: Map<string, number>) => object} event what an item logs once
 *   those before it have their numbers
 * @returns {{settled: Map<string, number>, own: Set<string>, first: null | object}} the numbers of
 *   those that are in the log, those of them that this device had sent itself, and the entry
 *   before which the first different item stands
 */
export function compare(items, entries, event = (item) => item.event) {
  const settled = new Map();
  const own = new Set();
  let place = 0;
  for (const entry of entries) {
    const item = items[place];
    if (!item) break;
    const logs = event(item, settled);
    if (item.id === entry.id) own.add(item.id);
    else if (!same(logs, entry.event) && apart(logs, entry.event)) continue;
    else if (!same(logs, entry.event)) return { settled, own, first: entry };
    settled.set(item.id, entry.seq);
    place += 1;
  }
  return { settled, own, first: null };
}
