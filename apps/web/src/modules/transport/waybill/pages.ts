import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const waybillPages = {
  customerOrderStowage: () => import('./stow/page').then((m) => m.StowagePage),
  pickUpOrderStowage: () => import('./stow/page').then((m) => m.PickUpStowagePage),
  billOfLadingList: () => import('./bill-pages').then((m) => m.BillListPage),
  billOfLadingStowage: () => import('./stow/page').then((m) => m.PickUpStowagePage),
  billOfLadingEdit: () => import('./edit').then((m) => m.BillEditPage),
  billOfLadingCheck: () => import('./bill-pages').then((m) => m.BillCheckPage),
  waybillStowageList: () => import('./stow/list-page').then((m) => m.StowageListPage),
  waybillStowageEdit: () => import('./edit').then((m) => m.StowageEditPage),
  waybillStowageCheck: () => import('./stow/check-page').then((m) => m.StowageCheckPage),
  waybillStowageStowage: () => import('./stow/page').then((m) => m.TrunkStowagePage),
  waybillStowageReloading: () => import('./road/reloading-page').then((m) => m.ReloadingPage),
  arrivalList: () => import('./dock/arrival-list-page').then((m) => m.ArrivalListPage),
  arrivalCheck: () => import('./dock/arrival-check-page').then((m) => m.ArrivalCheckPage),
  departureList: () => import('./dock/departure-list-page').then((m) => m.DepartureListPage),
  departureEdit: () => import('./edit').then((m) => m.DepartureEditPage),
  departureCheck: () => import('./dock/departure-check-page').then((m) => m.DepartureCheckPage),
  transportTaskList: () => import('./stow/task-list-page').then((m) => m.TaskListPage),
  transportTaskEdit: () => import('./edit').then((m) => m.TaskEditPage),
  transportTaskCheck: () => import('./stow/task-check-page').then((m) => m.TaskCheckPage),
  transportTaskSplitPool: () => import('./stow/split-pool-page').then((m) => m.SplitPoolPage),
} as const satisfies Pages;
