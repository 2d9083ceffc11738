/** The half-made entry: what is answered, and what is asked next (VN-7.4). Pure. */

/** A button that was tapped. `part` is what the open step has so far, `aside` an optional one. */
export function begin(button, lists = {}) {
  const named = ({ among, ...step }) =>
    among ? { ...step, values: (lists[among] ?? []).map((name) => ({ text: name, value: name })) } : step;
  return settled({ button: { ...button, steps: (button.steps ?? []).map(named) }, said: [], part: [], aside: "" });
}

const needed = (half) => half.button.steps.filter((step) => !step.optional);

/** What may be added beside, each once. */
export const optional = (half) => half.button.steps.filter((step) => step.optional);

/** The answer to a field, if there is one. */
export const saidOf = (half, field) => half.said.find((each) => each.field === field);

/** The step that is asked; undefined where all that is needed is said. */
export const asked = (half) =>
  optional(half).find((step) => step.field === half.aside) ??
  needed(half).find((step) => !saidOf(half, step.field));

/** Whether it is sent without another tap. */
export const whole = (half) =>
  !asked(half) && (!optional(half).length || half.said.some((each) => !each.alone && !each.aside));

/** The event as far as it is made. */
export const eventOf = (half) =>
  half.said.reduce((event, { field, value }) => value === undefined || isChoice(field) ? event
    : { ...event, ...field ? { [field]: value } : value }, half.button.event);

/** What the page shows of it until the server's line comes. */
export const lineOf = (half, named = (text) => text) =>
  [half.button.label, ...half.said.filter((each) => !each.alone).map((each) => each.text)]
    .filter(Boolean)
    .map((text) => named(text))
    .join(" ");

/** The open step is answered. */
export function answered(half, value, text = String(value), alone = false) {
  const { field } = asked(half);
  const one = { field, value, text, alone, aside: !!half.aside };
  return settled({ ...without(half, field), said: [...without(half, field).said, one] });
}

/** A field as if it had not been answered; a choice without those that were made after it. */
export function without(half, field) {
  const after = (each) => isChoice(field) && isChoice(each.field) && each.field > field;
  const steps = half.button.steps.filter((each) => !after(each));
  const said = half.said.filter((each) => each.field !== field && !after(each));
  return { ...half, part: [], aside: "", said, button: { ...half.button, steps } };
}

// The choices of a line that the server asks for one by one (a step `way`): fields `~000`, `~001` …

const isChoice = (field) => field.startsWith("~");
const isWay = ({ ask }) => ask === "way";

/** Whether the server has to say what is asked. */
export const onTheWay = (half) => Boolean(half && asked(half)?.ask === "way");

/** What was chosen so far; undefined in it where the rest is left for later. */
export const chosen = (half) => half.said.filter(({ field }) => isChoice(field)).map(({ value }) => value);

/** What the server says is asked next, or what the fields are. */
export function walked(half, { step, fields }) {
  if (fields) return { ...half, said: [...half.said, { field: "", value: fields, text: "", alone: true }] };
  const { later = false } = asked(half);
  const at = chosen(half).length;
  const field = `~${String(at).padStart(3, "0")}`;
  const others = half.button.steps.filter((each) => !isChoice(each.field) || each.field < field);
  const made = others.flatMap((each) => isWay(each) ? [{ ...step, field, later: later && !at }, each] : [each]);
  return settled({ ...half, button: { ...half.button, steps: made } });
}

/** The fields of the line are typed instead. */
export const inTyping = (half) => ({
  ...half, part: [], said: half.said.filter(({ field }) => !isChoice(field)),
  button: { ...half.button, steps: half.button.steps.filter(({ field }) => !isChoice(field)).flatMap((each) => isWay(each) ? each.typed : [each]) },
});

/** An optional field is asked now. */
export const beside = (half, field) => ({ ...half, part: [], aside: field });

/** A field with one value is not asked (VN-7.4 b). */
function settled(half) {
  const step = asked(half);
  if (half.aside || step?.ask !== "pick" || step.values?.length !== 1) return half;
  return answered(half, step.values[0].value, step.values[0].text, true);
}

/** One of several is added; the most is an answer. */
export function added(half, value) {
  const next = { ...half, part: [...half.part, value] };
  return next.part.length < (asked(half).most ?? 1) ? next : done(next);
}

/** No more of several. */
export const done = (half) =>
  answered(half, half.part.map((each) => each.value), half.part.map((each) => each.text).join(", "));

/** A chip is taken away again. */
export const removed = (half, at) => ({ ...half, part: half.part.filter((_, i) => i !== at) });

/** What a die may show. */
export const faces = ({ faces = [], sides = 6 }) =>
  faces.length ? faces : Array.from({ length: sides }, (_, at) => at + 1);

/** Who throws now, a seat or "" for each die, and what has fallen of this throw. */
export function throwing(half) {
  const step = asked(half);
  const all = step.seats?.length ? step.seats : Array(step.dice ?? 1).fill("");
  const last = half.part.at(-1);
  if (!last) return { who: all, fell: [] };
  if (last.fell.length < last.who.length) return last;
  const high = Math.max(...last.fell);
  return { who: step.ties ? last.who.filter((_, at) => last.fell[at] === high) : all, fell: [] };
}

/** One die or more, as they fell; a tie asks for the next throw in place. */
export function thrown(half, ...fallen) {
  const step = asked(half);
  const { who, fell } = throwing(half);
  const now = { who, fell: [...fell, ...fallen] };
  const next = { ...half, part: [...half.part.slice(0, fell.length ? -1 : undefined), now] };
  const high = now.fell.filter((face) => face === Math.max(...now.fell));
  const tie = step.again?.some((each) => same(each, now.fell)) || (step.ties && high.length > 1);
  return now.fell.length < who.length || tie || step.open ? next : allThrown(next);
}

/** All throws are made. */
export function allThrown(half) {
  const step = asked(half);
  const all = half.part.map((each) => each.fell);
  const value = {
    face: () => all[0][0],
    throw: () => all[0],
    throws: () => all,
    seated: () => half.part.flatMap((each) => each.fell.map((face, at) => [each.who[at], face])),
  }[step.shape ?? "face"]();
  return answered(half, value, all.map((each) => each.join("-")).join(" "));
}

/** A card that was turned over. */
export function turned(half, card) {
  const step = asked(half);
  const part = [...half.part, card];
  return part.length < step.offers.length
    ? { ...half, part }
    : answered(half, part.join(step.mark ?? ""));
}

/** The number that a pad says; undefined where that may not be. */
export function number({ ask, least = 0, most = 0 }, typed) {
  const value = Number((ask === "mm" ? /^\d+([.,]\d)?$/ : /^\d+$/).test(typed) && typed.replace(",", "."));
  return typed && value >= least && value <= most && /\d$/.test(typed) ? value : undefined;
}

/** The last tap taken back; undefined where nothing is left. */
export function back(half) {
  if (half.part.length) return { ...half, part: half.part.slice(0, -1) };
  if (half.aside) return beside(half, "");
  const last = half.said.findLast((each) => !each.alone && !each.aside);
  return last && without(half, last.field);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
