/** What other modules use of the interface centre: the only file of it that they import. */
export type { SubscriptionProps } from './subscription-slot';
