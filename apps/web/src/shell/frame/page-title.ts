import { openerOf } from '@tongda/contract/shell/opened-from';
import type { Place } from '@tongda/contract/shell/routes';

/** Titles of screens that add and edit, each as the specification writes it: 新增/编辑车辆, 编辑蓝牙锁授权, 问卷编辑. */
const either = /^(?:新增\/(?:编辑|修改)(?<said>.+)|编辑(?<grant>.+授权)|(?<survey>.+)编辑)$/u;

/** What a page is called now: one screen adds and edits, its address says which. */
export function pageTitle(place: Pick<Place, 'title'>, search: string): string {
  const title = openerOf(search)?.title ?? place.title;
  const of = either.exec(title)?.groups;
  if (!of) return title;
  return `${new URLSearchParams(search).has('id') ? '编辑' : '新增'}${of.said ?? of.grant ?? of.survey}`;
}
