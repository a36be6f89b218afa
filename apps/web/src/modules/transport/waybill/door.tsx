/** What other modules show of waybills: the dialogs of a signature, the pieces of a trip. */
export { waybillLinks, waybillPage } from './links';
export { ReasonDialog } from './reason-dialog';
export { RevokeSignDialog, SignDialog } from './sign/dialog';
export { tripPieces } from './trip-pieces';
