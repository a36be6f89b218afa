import { expect, it } from 'vitest';
import { instructionSending as s } from '../../resources/device/enums';
import { type CommandEvent, type Living, livingStates, mayReview, nextLife, waitingStates } from './life';

const sent: Living = { state: s.sent, attempts: 1, repeatable: true, maxAttempts: 3 };
const after = (from: Partial<Living>, event: CommandEvent) => nextLife({ ...sent, ...from }, event);

it('goes from waiting to sent to done', () => {
  expect(after({ state: s.queued, attempts: 0 }, { what: 'sent' })).toEqual({ state: s.sent, cause: '' });
  expect(after({}, { what: 'accepted', more: false })).toEqual({ state: s.done, cause: '' });
});

it('waits for the result of what the terminal has taken', () => {
  expect(after({}, { what: 'accepted', more: true })).toEqual({ state: s.acknowledged, cause: '' });
  const taken = { state: s.acknowledged };
  expect(after(taken, { what: 'answered' })).toEqual({ state: s.done, cause: '' });
  expect(after(taken, { what: 'answered', cause: 'unchanged' })).toEqual({ state: s.refused, cause: 'unchanged' });
  expect(after(taken, { what: 'silent', heard: true })).toEqual({ state: s.noAnswer, cause: 'noResult' });
  expect(after(taken, { what: 'lost' })).toEqual({ state: s.noAnswer, cause: 'noResult' });
});

it('a result may come without the general reply before it', () => {
  expect(after({}, { what: 'answered' })).toEqual({ state: s.done, cause: '' });
});

it('says how the terminal refused', () => {
  expect(after({}, { what: 'refused', cause: 'unsupported' })).toEqual({ state: s.refused, cause: 'unsupported' });
});

it('goes out again when the connection broke, three times at most, and only when that does no harm', () => {
  expect(after({}, { what: 'lost' })).toEqual({ state: s.queued, cause: '' });
  expect(after({ attempts: 3 }, { what: 'lost' })).toEqual({ state: s.noAnswer, cause: 'lost' });
  expect(after({ repeatable: false }, { what: 'lost' })).toEqual({ state: s.noAnswer, cause: 'lost' });
  const unsent = { what: 'lost', unsent: true } as const;
  expect(after({ repeatable: false, attempts: 3 }, unsent)).toEqual({ state: s.queued, cause: '' });
});

it('silence on a link that is alive is no answer, on a dead one it goes out again', () => {
  expect(after({}, { what: 'silent', heard: true })).toEqual({ state: s.noAnswer, cause: 'silent' });
  expect(after({}, { what: 'silent', heard: false })).toEqual({ state: s.queued, cause: '' });
  expect(after({ repeatable: false }, { what: 'silent', heard: false })).toEqual({
    state: s.noAnswer,
    cause: 'silent',
  });
});

it('a late answer makes a timeout a success, with a mark; a second one says nothing', () => {
  const late = { state: s.noAnswer };
  expect(after(late, { what: 'accepted', more: false })).toEqual({ state: s.done, cause: 'late' });
  expect(after(late, { what: 'answered' })).toEqual({ state: s.done, cause: 'late' });
  expect(after(late, { what: 'refused', cause: 'refused' })).toEqual({ state: s.refused, cause: 'refused' });
  for (const state of [s.done, s.refused, s.cancelled, s.expired])
    for (const event of [
      { what: 'accepted', more: false },
      { what: 'answered' },
      { what: 'refused', cause: 'refused' },
      { what: 'silent', heard: false },
      { what: 'lost' },
    ] as const)
      expect(after({ state }, event), `${s.label(state)} ${event.what}`).toBeNull();
});

it('an answer to an earlier sending stops what waits to go out once more', () => {
  const again = { state: s.queued, attempts: 1 };
  expect(after(again, { what: 'accepted', more: false })).toEqual({ state: s.done, cause: 'late' });
  expect(after(again, { what: 'answered' })).toEqual({ state: s.done, cause: 'late' });
  expect(after(again, { what: 'refused', cause: 'refused' })).toEqual({ state: s.refused, cause: 'refused' });
  // its result is still to come, and may be lost: it is asked for once more
  expect(after(again, { what: 'accepted', more: true })).toBeNull();
  expect(after(again, { what: 'answered', cause: 'unchanged' })).toBeNull();
  for (const event of [
    { what: 'accepted', more: false },
    { what: 'answered' },
    { what: 'refused', cause: 'refused' },
  ] as const)
    expect(after({ state: s.queued, attempts: 0 }, event)).toBeNull();
});

it('is taken back and expires only while it waits', () => {
  expect(after({ state: s.queued }, { what: 'cancelled' })).toEqual({ state: s.cancelled, cause: '' });
  expect(after({ state: s.queued }, { what: 'expired' })).toEqual({ state: s.expired, cause: 'expired' });
  for (const state of [s.sent, s.acknowledged, s.done]) {
    expect(after({ state }, { what: 'cancelled' })).toBeNull();
    expect(after({ state }, { what: 'expired' })).toBeNull();
  }
});

it('ends: from every living state some event leads out of them', () => {
  for (const state of livingStates)
    expect(
      [after({ state }, { what: 'expired' }), after({ state, attempts: 3 }, { what: 'lost' })].some(
        (next) => next !== null && !livingStates.includes(next.state),
      ),
      s.label(state),
    ).toBe(true);
});

it('waits for a second person, who lets it go out or does not', () => {
  const waits = { state: s.review, attempts: 0 };
  expect(after(waits, { what: 'sent' })).toBeNull();
  expect(after(waits, { what: 'approved' })).toEqual({ state: s.queued, cause: '' });
  expect(after(waits, { what: 'rejected' })).toEqual({ state: s.cancelled, cause: 'rejected' });
  expect(after(waits, { what: 'cancelled' })).toEqual({ state: s.cancelled, cause: '' });
  expect(after(waits, { what: 'expired' })).toEqual({ state: s.expired, cause: 'notReviewed' });
  expect(after({ state: s.queued }, { what: 'approved' })).toBeNull();
});

it('offers a step exactly in the states that have it, and a review never to the one who gave the command', () => {
  for (const state of s.codes) {
    expect(mayReview({ state, mine: false }), s.label(state)).toBe(after({ state }, { what: 'approved' }) !== null);
    expect(mayReview({ state, mine: true })).toBe(false);
    expect(waitingStates.includes(state), s.label(state)).toBe(after({ state }, { what: 'cancelled' }) !== null);
  }
});
