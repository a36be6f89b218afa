import type { Place } from '@tongda/contract/shell/routes';

const either = '新增/编辑';

/** What a page is called now: one screen adds and edits, its address says which. */
export function pageTitle(place: Pick<Place, 'title'>, search: string): string {
  if (!place.title.startsWith(either)) return place.title;
  return (new URLSearchParams(search).has('id') ? '编辑' : '新增') + place.title.slice(either.length);
}
