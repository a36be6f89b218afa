import { screensOf } from '../../shell/screens';

const transport = screensOf('transport');

/** The screens of `print`. What stands here is built: menus lead to it. */
export const printScreens = {
  printOrder: transport.at('/print/order/:template', '打印订单', 'detail', null, { frame: 'plain' }),
  printPickUp: transport.at('/print/pickUp', '打印提货单', 'detail', null, { frame: 'plain' }),
  printReceiptOrder: transport.at('/print/receiptOrder', '打印入库单', 'detail', null, { frame: 'plain' }),
  printWaybill: transport.at('/print/waybill/:template', '打印运单', 'detail', null, { frame: 'plain' }),
} as const;
