import { createSlot } from '../../../kit/show/slot';

/** What the list of subscriptions is given: programs of the company, the newest first. */
export interface SubscriptionProps {
  apps: ReadonlyArray<{ id: string; name: string }>;
}

/** 订阅推送 of the interface centre: deliveries belong to forwarding, a wing above. */
export const subscriptionSlot = createSlot<SubscriptionProps>();
