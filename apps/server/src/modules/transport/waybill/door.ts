/** What the rest of the server uses of `waybill`: the only file of it that others import. */
export { countDepartures, dockTab } from './dock/departures';
export { menuOf } from './driver/report';
export { doDriverStep } from './driver/steps';
export { loadWaybillsForPrint as waybillsInFull } from './print';
export { loadCrew as crewOf, tellCrew } from './road/crew';
export { followFences } from './road/follow-fences';
export { revokeSign } from './sign/order';
export { signByReceiver } from './sign/receiver';
export { failPick, pickGoods as pick, voidPick } from './stow/pick';
