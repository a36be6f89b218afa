import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { countedDays, type MessageRow } from '@tongda/contract/base/message/calls';
import { granteeType } from '@tongda/contract/base/org/enums';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { dayMs } from '@tongda/contract/core/durations';
import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { wireTime } from '../../../kit/show/format';

/** Ids of the objects that a message names: `device:9|vehicle:7` → { device: '9', vehicle: '7' }. */
export function objectsOf(objTag: string): Record<string, string> {
  const pairs = objTag.split('|').map((part) => part.split(':'));
  return Object.fromEntries(pairs.flatMap(([kind, id]) => (kind && id ? [[kind, id]] : [])));
}

/** The page of a waybill; its number says what it is. */
function waybillPage(code: string): string {
  if (code.startsWith('TD')) return href(routes.billOfLadingCheck, 'transport', { id: code });
  if (code.startsWith('PZ')) return href(routes.waybillStowageCheck, 'transport', { id: code });
  return href(routes.transportTaskCheck, 'transport', { id: code });
}

const grantRoutes = new Map([
  ['vehicle', routes.vehicleGrantDetails],
  ['lock', routes.lockGrantDetails],
  ['map', routes.regionGrantDetails],
]);
/** What somebody was given: `user-7` and `vehicle` are the vehicles that user 7 sees by grants. */
function grantPages(grantee: string, family: string): string[] {
  const [who, granteeId] = grantee.split('-');
  const page = grantRoutes.get(family);
  const type = who === 'org' ? granteeType.org : granteeType.user;
  return page && granteeId ? [href(page, 'enterprise', { granteeType: type, granteeId })] : [];
}

/** Pages that deal with a message, the best first. */
function candidatePages({ category, objTag }: Pick<MessageRow, 'category' | 'objTag'>): string[] {
  const { memberOrder, renewOrder, erpOrder, erpId, auditKind, auditNo, auditId } = objectsOf(objTag);
  if (memberOrder)
    return [href(routes.memberPurchaseHistory, 'community', { orderNo: memberOrder, open: memberOrder })];
  if (renewOrder) return [href(routes.equipmentCostDetails, 'enterprise', { orderNo: renewOrder })];
  if (erpOrder) return [href(routes.orderCenter, 'enterprise', { orderNo: erpOrder, open: erpId })];
  if (auditNo) return [href(routes.orderAuditDetails, 'backstage', { kind: auditKind, orderNo: auditNo, id: auditId })];
  const { vehicle, device, terminal, alarm, waybill, abnormal, order, grantee, family, repair, cut, app, forward } =
    objectsOf(objTag);
  if (grantee && family) return grantPages(grantee, family);
  if (alarm) {
    const onMap = vehicle ? [href(routes.location, 'community', { vehicleId: vehicle, alarmId: alarm })] : [];
    return [...onMap, href(routes.alarmRecordList, 'monitor', { alarmId: alarm, startTime: 'null', endTime: 'null' })];
  }
  const onMap = vehicle ? [href(routes.location, 'community', { vehicleId: vehicle })] : [];
  const record = vehicle ? [href(routes.vehicleDetails, 'resources', { id: vehicle })] : [];
  switch (category) {
    case msgCategory.vehicleAlarm:
      return onMap;
    case msgCategory.deviceService:
      return [href(routes.equipmentCostList, 'enterprise'), ...record];
    case msgCategory.vehicleAffairs:
      return [
        ...(abnormal && waybill ? [href(routes.abnormalReportingDetails, 'transport', { waybillCode: waybill })] : []),
        ...(waybill ? [waybillPage(waybill)] : []),
        ...(repair ? [href(routes.reportForRepair, 'settings', { keyword: repair })] : []),
        ...(order ? [href(routes.customerOrderDetails, 'transport', { id: order })] : []),
        ...(cut && vehicle ? [href(routes.vehicleDetails, 'resources', { id: vehicle, tab: 'commands' })] : []),
        ...record,
      ];
    case msgCategory.deviceException:
      if (app) return [href(routes.interfaceCenter, 'community', { tab: 'push', appId: app })];
      if (forward) return [href(routes.dataForwardingList, 'report')];
      if (terminal)
        return [href(routes.vehicleEquipment, 'report', { terminalNo: JSON.stringify(terminal) }), ...record, ...onMap];
      return device ? [...record, ...onMap] : onMap;
    default:
      return [];
  }
}

/** The page that a message leads to: one that exists and that the user may enter, or null (then the message itself is shown). */
export function targetOf(message: Pick<MessageRow, 'category' | 'objTag'>, tree: readonly MenuNode[]): string | null {
  const found = candidatePages(message).find((url) => {
    const place = placeAt(url.split('?')[0] ?? '');
    return place !== undefined && builtRoutes.has(place.key) && mayEnter(tree, place);
  });
  return found ?? null;
}

/** The message centre with what is counted as unread (it shows a week by itself, counted are thirty days); without anything unread, as it opens. */
export const unreadUrl = (unread: number, categoryId?: number): string =>
  href(routes.message, 'community', {
    categoryId,
    ...(unread > 0 ? { readFlag: 0, startTime: wireTime(Date.now() - countedDays * dayMs), endTime: 'null' } : {}),
  });
