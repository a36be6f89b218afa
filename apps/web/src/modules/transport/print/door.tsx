/** What other modules use of the papers of transport: menus and links that open them. */
export { printOrders, printPickUps, printReceiptOrders, printUnload } from './links';
export { OrderPrint, WaybillPrint } from './menus';
