/** status of member_payment */
export const paymentState = { waiting: 1, paid: 2, closed: 3, toRefund: 4, refunded: 5 } as const;
