/** What the rest of the server uses of `waybill`: the only file of it that others import. */
export { doDriverStep } from './driver/steps';
export { waybillsInFull } from './print';
export { crewOf, tellCrew } from './road/crew';
export { followFences } from './road/follow-fences';
export { signByReceiver } from './sign/receiver';
export { failPick, pick } from './stow/pick';
