import type { Endpoint } from '../../core/endpoint';
import { type Menu, menus } from '../../shell/menus';
import { routes } from '../../shell/routes';
import { abnormalPage } from '../abnormal/calls';
import { orderStatus } from '../enums';
import { orderPage, toDispatchQuery } from '../order/calls';
import { receiptPage } from '../receipt/calls';
import { orderTrackPage } from '../tracking/calls';
import { departurePage } from '../waybill/dock/departure';

/** A figure of the home page and the list that it counts. */
export interface HomeFigure {
  label: string;
  menu: Menu;
  /** screen of the list */
  screen: (typeof routes)[
    | 'customerOrderList'
    | 'departureList'
    | 'orderTracking'
    | 'abnormalReportingList'
    | 'receiptManageList'];
  /** call of the list, and the filters that make it show exactly what is counted */
  list: Pick<Endpoint, 'path'>;
  query: Readonly<Record<string, string | number>>;
  /** filters that the list begins with and that are taken away, because a figure counts without regard to days and states */
  without: readonly string[];
  tone?: 'amber' | 'red';
}

/**
 * The figures of the home page. Each leads to a list with `query`, and is as large as that list: the server counts both by the same conditions, and a
 * test compares all of them.
 */
export const homeFigures = {
  toDispatch: {
    label: '待调度订单',
    menu: menus.customerOrder,
    screen: routes.customerOrderList,
    list: orderPage,
    query: toDispatchQuery,
    without: ['createFrom', 'createTo'],
  },
  toDepart: {
    label: '待发车运单',
    menu: menus.departureManage,
    screen: routes.departureList,
    list: departurePage,
    query: { tab: 'toDepart' },
    without: ['planFrom', 'planTo'],
  },
  overdue: {
    label: '超时未发',
    menu: menus.departureManage,
    screen: routes.departureList,
    list: departurePage,
    query: { tab: 'overdue' },
    without: ['planFrom', 'planTo'],
    tone: 'red',
  },
  inTransit: {
    label: '运输中订单',
    menu: menus.orderTracking,
    screen: routes.orderTracking,
    list: orderTrackPage,
    query: { tab: 'inTransit' },
    without: ['arriveFrom', 'arriveTo'],
  },
  late: {
    label: '晚到与预计晚到',
    menu: menus.orderTracking,
    screen: routes.orderTracking,
    list: orderTrackPage,
    query: { tab: 'running', late: 'behind' },
    without: ['arriveFrom', 'arriveTo'],
    tone: 'amber',
  },
  overTemp: {
    label: '超温订单',
    menu: menus.orderTracking,
    screen: routes.orderTracking,
    list: orderTrackPage,
    query: { tab: 'running', temp: 'over' },
    without: ['arriveFrom', 'arriveTo'],
    tone: 'red',
  },
  abnormal: {
    label: '未处理完异常',
    menu: menus.abnormalReporting,
    screen: routes.abnormalReportingList,
    list: abnormalPage,
    query: { open: 'yes' },
    without: ['abnormalStatus', 'createFrom', 'createTo'],
    tone: 'amber',
  },
  receipts: {
    label: '待上传回单',
    menu: menus.receiptManage,
    screen: routes.receiptManageList,
    list: receiptPage,
    query: { stage: 'toUpload' },
    without: [],
  },
} as const satisfies Readonly<Record<string, HomeFigure>>;
export type HomeFigureKey = keyof typeof homeFigures;

/** A share of the signed orders of the last `homeDays` days: those that `good` picks from the list, of these and those that `bad` picks. */
export interface HomeRate {
  label: string;
  menu: Menu;
  screen: typeof routes.customerOrderList;
  list: Pick<Endpoint, 'path'>;
  /** the days, `signFrom` and `signTo`, come on top */
  query: Readonly<Record<string, string | number>>;
  good: Readonly<Record<string, string>>;
  bad: Readonly<Record<string, string>>;
  /** what those are called that `bad` picks */
  badName: string;
  without: readonly string[];
}
const signedOrders = {
  menu: menus.customerOrder,
  screen: routes.customerOrderList,
  list: orderPage,
  query: { orderStatus: orderStatus.completed, split: 'moving' },
  without: ['createFrom', 'createTo'],
} as const;
/** The rates of the home page, counted by the conditions of the list that shows which orders spoil them. */
export const homeRates = {
  onTime: {
    ...signedOrders,
    label: '准点签收率',
    good: { signed: 'inTime' },
    bad: { signed: 'late' },
    badName: '晚到',
  },
  temperature: {
    ...signedOrders,
    label: '温度达标率',
    good: { tempKept: 'kept' },
    bad: { tempKept: 'broken' },
    badName: '不达标',
  },
} as const satisfies Readonly<Record<string, HomeRate>>;
