import { useEffect } from 'react';
import { create } from 'zustand';

/** The dialogs that open by themselves, the most urgent first. */
const order = ['browse', 'guide', 'serviceFee'] as const;
export type Turn = (typeof order)[number];

interface Turns {
  waiting: readonly Turn[];
  /** what is open now */
  current: Turn | null;
  /** what was open before, in this window */
  last: Turn | null;
}

/** Lets one dialog at a time open by itself, so that a new user does not meet three in a row. */
export const useTurns = create<Turns>(() => ({ waiting: [], current: null, last: null }));

const lookMs = 250;
/** How long no dialog has been open before the next one comes, ms. */
const calmMs: Readonly<Record<Turn, number>> = { browse: 1500, guide: 4000, serviceFee: 1500 };
/** The tour is the second half of the welcome that the browse configuration begins; everything else leaves the user alone for a while. */
const nextMs = { welcome: 800, other: 30_000 };

let timer: ReturnType<typeof setInterval> | undefined;
let calmSince = 0;

const anyDialog = (): boolean =>
  [...document.querySelectorAll('.ant-modal-wrap')].some((element) => element.getClientRects().length > 0);

function calmBefore(next: Turn, last: Turn | null): number {
  if (last === null) return calmMs[next];
  return last === 'browse' && next === 'guide' ? nextMs.welcome : nextMs.other;
}

function giveNextTurn(): void {
  const { waiting, current, last } = useTurns.getState();
  const next = order.find((turn) => waiting.includes(turn));
  if (current !== null || next === undefined) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  if (anyDialog()) calmSince = Date.now();
  else if (Date.now() - calmSince >= calmBefore(next, last)) useTurns.setState({ current: next });
}

function startWatching(): void {
  if (timer !== undefined) return;
  timer = setInterval(giveNextTurn, lookMs);
}

function beginTurn(turn: Turn): void {
  const { waiting, last } = useTurns.getState();
  if (waiting.length === 0 && last === null) calmSince = Date.now();
  useTurns.setState({ waiting: [...waiting, turn] });
  startWatching();
}

function endTurn(turn: Turn): void {
  const { waiting, current } = useTurns.getState();
  const mine = current === turn;
  if (mine) calmSince = Date.now();
  useTurns.setState({
    waiting: waiting.filter((other) => other !== turn),
    ...(mine ? { current: null, last: turn } : {}),
  });
  startWatching();
}

/** True while it is this one's turn to be open. `wanted` = it has something to say; false again = it was answered. */
export function useTurn(turn: Turn, wanted: boolean): boolean {
  useEffect(() => {
    if (!wanted) return undefined;
    beginTurn(turn);
    return () => endTurn(turn);
  }, [turn, wanted]);
  return useTurns(({ current }) => current === turn) && wanted;
}
