/** One match over the picture of stream software: names, scores, the turn, the last entry. */

import { follow, made, said } from "./event.js";

const plate = document.querySelector("[data-plate]");
const seats = document.querySelector("[data-seats]");
const turn = document.querySelector("[data-turn]");
const last = document.querySelector("[data-last]");

function draw(told) {
  plate.hidden = false;
  const number = told.turn && !told.over ? said("turn", told.turn) : "";
  seats.replaceChildren(
    ...told.seats.map((each) => {
      const on = told.active === each.seat && !told.over;
      const line = made("p", on ? "seat on" : "seat");
      line.append(made("span", "name", each.name || each.seat));
      if (on) line.append(made("span", "hidden-but-read", said("to-play")));
      if (each.won) line.append(made("span", "won", "●".repeat(each.won)), made("span", "hidden-but-read", said("won", each.won)));
      if (each.score) line.append(made("span", "score", each.score));
      return line;
    }),
  );
  turn.textContent = told.over ? said("match-over") : number;
  last.textContent = ((told.lines ?? []).at(-1) ?? "").replace(/^opened: /, "");
}

const match = encodeURIComponent(document.body.dataset.match);
follow(`/api/overlay/${match}`, draw, { every: 10000, spread: 100 });
