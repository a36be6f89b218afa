import type { Place } from '@tongda/contract/shell/routes';

/** Titles of screens that add and edit, each as the specification writes it: 新增/编辑车辆, 编辑蓝牙锁授权, 问卷编辑. */
const either = /^(?:新增\/(?:编辑|修改)(?<said>.+)|编辑(?<grant>.+授权)|(?<survey>.+)编辑)$/u;

/** What a page is called now: one screen adds and edits, its address says which. */
export function pageTitle(place: Pick<Place, 'title'>, search: string): string {
  const of = either.exec(place.title)?.groups;
  if (!of) return place.title;
  return `${new URLSearchParams(search).has('id') ? '编辑' : '新增'}${of.said ?? of.grant ?? of.survey}`;
}
