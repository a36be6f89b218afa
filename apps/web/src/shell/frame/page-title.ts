import type { Place } from '@tongda/contract/shell/routes';

/** How the titles of screens that add and edit begin. */
const either = /^新增\/(?:编辑|修改)/u;

/** What a page is called now: one screen adds and edits, its address says which. */
export function pageTitle(place: Pick<Place, 'title'>, search: string): string {
  return place.title.replace(either, new URLSearchParams(search).has('id') ? '编辑' : '新增');
}
