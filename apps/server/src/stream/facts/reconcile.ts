import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import type { Finding } from '../../kernel/detect/types';
import { keyOf, type StoredEpisode } from './episodes';

export interface Reconciled {
  /** the same episode: its row is updated */
  kept: Array<{ stored: StoredEpisode; finding: Finding }>;
  fresh: Finding[];
  gone: StoredEpisode[];
}

/** The identity of an episode without its time. */
const groupOf = (e: Pick<StoredEpisode, 'kind' | 'ruleId' | 'subject'>): string =>
  `${e.kind} ${e.ruleId ?? ''} ${e.subject}`;
const overlapMs = (a: { start: number; end: number | null }, b: { start: number; end: number | null }): number =>
  Math.min(a.end ?? Number.MAX_SAFE_INTEGER, b.end ?? Number.MAX_SAFE_INTEGER) - Math.max(a.start, b.start);

/**
 * Finds out which computed finding is which stored episode (K2). With the same kind, rule, subject and start they are the same; of the rest, those of
 * the same kind, rule and subject are paired by the largest overlap. So late data that moves a start earlier moves the row instead of replacing it.
 * An episode that was withdrawn before may come back.
 */
export function reconcileEpisodes(stored: readonly StoredEpisode[], findings: readonly Finding[]): Reconciled {
  const out: Reconciled = { kept: [], fresh: [], gone: [] };
  const open = new Map(stored.map((episode) => [keyOf(episode), episode]));
  const rest: Finding[] = [];
  for (const finding of findings) {
    const known = open.get(keyOf(finding));
    if (!known) rest.push(finding);
    else {
      out.kept.push({ stored: known, finding });
      open.delete(keyOf(finding));
    }
  }
  for (const { finding, known } of overlappingPairs([...open.values()], rest)) {
    if (known) {
      out.kept.push({ stored: known, finding });
      open.delete(keyOf(known));
    } else out.fresh.push(finding);
  }
  out.gone = [...open.values()].filter(({ status }) => status !== episodeStatus.withdrawn);
  return out;
}

function overlappingPairs(stored: readonly StoredEpisode[], findings: readonly Finding[]) {
  const candidates = findings.flatMap((finding) =>
    stored
      .filter((known) => groupOf(known) === groupOf(finding) && overlapMs(known, finding) > 0)
      .map((known) => ({ finding, known, overlap: overlapMs(known, finding) })),
  );
  candidates.sort(
    (a, b) => b.overlap - a.overlap || a.finding.start - b.finding.start || a.known.start - b.known.start,
  );
  const taken = new Set<unknown>();
  const found = new Map<Finding, StoredEpisode>();
  for (const { finding, known } of candidates) {
    if (taken.has(finding) || taken.has(known)) continue;
    taken.add(finding).add(known);
    found.set(finding, known);
  }
  return findings.map((finding) => ({ finding, known: found.get(finding) }));
}
