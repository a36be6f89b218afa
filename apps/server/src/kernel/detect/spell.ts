import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { makeFact, noFacts } from './fact';
import type { Fact, Sample } from './types';

/** A condition that has held since `start`. It becomes a fact when it has held long enough, and the fact ends when it stops. Times are epoch ms. */
/** when it became a fact; null = not yet */
export interface Spell {
  start: number;
  /** moment of the last change: began, told, a new peak */
  t: number;
  told: number | null;
  lng: number | null;
  lat: number | null;
  peak: number | null;
}

export interface SpellStep {
  spell: Spell | null;
  facts: readonly Fact[];
}

/** What to follow: which fact it becomes, and whether the condition holds in this report. */
export interface SpellWish {
  kind: EpisodeKind;
  subject: string;
  /** null = this report does not say */
  holds: boolean | null;
  /** how long it must hold to become a fact, ms */
  afterMs: number;
  /** a silence ends it */
  gapEnds?: boolean;
  /** value now; the largest is the peak */
  value?: number | null;
  limit?: number | null;
}

export function spellFact(wish: Pick<SpellWish, 'kind' | 'subject' | 'limit'>, spell: Spell, end: number | null): Fact {
  const place = spell.lng === null || spell.lat === null ? null : { lng: spell.lng, lat: spell.lat };
  return makeFact(wish.kind, wish.subject, { start: spell.start, end, confirmedAt: spell.told ?? spell.t }, place, {
    peak: spell.peak,
    limit: wish.limit ?? null,
  });
}

/** Follows a condition by one report: the spell as it is now (null = it does not hold) and the facts that began or ended. */
export function stepSpell(before: Spell | null, wish: SpellWish, sample: Sample): SpellStep {
  const { t } = sample.point;
  const silent = before !== null && wish.gapEnds === true && sample.gap;
  if (wish.holds === null && !silent) return { spell: before, facts: noFacts };
  let facts = noFacts;
  let spell = before;
  if (spell && silent) {
    // it held until the last report before the silence
    if (spell.told !== null) facts = [{ ...spellFact(wish, spell, sample.lastT ?? spell.t), dataGap: true }];
    spell = null;
  }
  if (!wish.holds) {
    if (spell?.told !== null && spell !== null) facts = [...facts, spellFact(wish, spell, t)];
    return spell === null && before === null ? { spell: null, facts: noFacts } : { spell: null, facts };
  }
  const value = wish.value ?? null;
  if (spell) {
    const worse = value !== null && value > (spell.peak ?? Number.NEGATIVE_INFINITY);
    const told = spell.told === null && t - spell.start >= wish.afterMs;
    if (!worse && !told) return { spell, facts };
    const next: Spell = { ...spell, t, peak: worse ? value : spell.peak, told: told ? t : spell.told };
    return { spell: next, facts: told ? [...facts, spellFact(wish, next, null)] : facts };
  }
  const place = { lng: sample.fix?.lng ?? null, lat: sample.fix?.lat ?? null };
  const fresh: Spell = { start: t, t, told: wish.afterMs <= 0 ? t : null, ...place, peak: value };
  return { spell: fresh, facts: fresh.told === null ? facts : [...facts, spellFact(wish, fresh, null)] };
}
