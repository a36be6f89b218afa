import type { EpisodeKind, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import type { Fact } from './types';

/** The shared empty list: a report that changes nothing allocates nothing. */
export const noFacts: readonly Fact[] = [];

const noValues: EpisodeValues = {};
/** The fields of a fact that are usually empty. */
type More = Partial<
  Pick<Fact, 'confirmedAt' | 'level' | 'peak' | 'limit' | 'placeId' | 'dataGap' | 'values' | 'driverId'>
>;

/** Makes a fact; fields that are not given get their empty value, `confirmedAt` the beginning. `place` is where it began, WGS-84. */
export const makeFact = (
  kind: EpisodeKind,
  subject: string,
  at: { start: number; end: number | null; confirmedAt?: number },
  place: { lng: number; lat: number } | null,
  more: More = {},
): Fact => ({
  // one by one: a spread of whatever is given costs as much as the detector
  kind,
  subject,
  start: at.start,
  end: at.end,
  confirmedAt: more.confirmedAt ?? at.confirmedAt ?? at.start,
  level: more.level ?? 0,
  peak: more.peak ?? null,
  limit: more.limit ?? null,
  lng: place?.lng ?? null,
  lat: place?.lat ?? null,
  placeId: more.placeId ?? null,
  dataGap: more.dataGap ?? false,
  values: more.values ?? noValues,
  ...(more.driverId === undefined ? null : { driverId: more.driverId }),
});
