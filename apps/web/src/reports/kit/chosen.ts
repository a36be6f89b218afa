import type { Report } from '@tongda/contract/reports/kit/report';
import type { Filters } from '../../kit/list/url';

/** The filter by which vehicles (or recorders) are picked: its word, and how many are. */
export function chosenOf(of: Report, filters: Filters): [label: string, chosen: number] {
  const [name = '', filter] = Object.entries(of.filters).find(([, { pick }]) => pick !== undefined) ?? [];
  const value = filters[name];
  return [filter?.label ?? '', Array.isArray(value) ? value.length : 0];
}
