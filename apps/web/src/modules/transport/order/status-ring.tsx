import { orderStatus } from '@tongda/contract/transport/enums';
import './styles.css';

/** How much of the ring is filled while an order is on its way through the states. */
const filled: Readonly<Record<number, number>> = {
  [orderStatus.toLoad]: 0.25,
  [orderStatus.loading]: 0.5,
  [orderStatus.inTransit]: 0.75,
};
/** Around the disc that is filled: a line of its whole width at half its radius. */
const around = 2 * Math.PI * 1.9;

/** The state of an order as a ring of 14 px whose shape tells it without colour, and its word. What is done recedes behind a check. */
export function OrderStatusRing({ status }: { status: number }) {
  const share = filled[status];
  return (
    <span className="transport-order-status" data-status={status}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <circle cx={7} cy={7} r={6} />
        {share === undefined ? null : (
          <circle
            className="transport-order-status-part"
            cx={7}
            cy={7}
            r={1.9}
            strokeDasharray={`${share * around} ${around}`}
            transform="rotate(-90 7 7)"
          />
        )}
        {status === orderStatus.completed ? <path d="M4.4 7.2 6.3 9 9.6 5.4" /> : null}
        {status === orderStatus.voided ? <path d="m5 5 4 4m0-4-4 4" /> : null}
      </svg>
      {orderStatus.label(status)}
    </span>
  );
}
