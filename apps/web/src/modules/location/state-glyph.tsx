import { type MotionState, motionState } from '@tongda/contract/live';

/** CSS colour token of a state: fill for symbols, `-text` for words. */
export const stateToken: Record<MotionState, string> = {
  [motionState.moving]: 'st-moving',
  [motionState.idle]: 'st-idle',
  [motionState.parked]: 'st-parked',
  [motionState.offline]: 'st-offline',
  [motionState.notLocated]: 'st-lost',
  [motionState.never]: 'st-offline',
};

interface Props {
  state: MotionState;
  /** clockwise from north; turns the arrow of a moving vehicle */
  headingDeg?: number;
  alarm?: boolean;
  size?: number;
}

/** The symbol of a state, the same shape in tree, chips, legend and map: colour is never the only sign. */
export function StateGlyph({ state, headingDeg = 45, alarm = false, size = 16 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="-10 -10 20 20"
      role="img"
      aria-label={`${motionState.label(state)}${alarm ? '，报警' : ''}`}
    >
      {alarm && <circle r="8.6" fill="none" stroke="var(--td-st-alarm)" strokeWidth="1.8" />}
      <g fill={`var(--td-${stateToken[state]})`} transform={alarm ? 'scale(.8)' : undefined}>
        <Shape state={state} headingDeg={headingDeg} />
      </g>
    </svg>
  );
}

function Shape({ state, headingDeg }: { state: MotionState; headingDeg: number }) {
  switch (state) {
    case motionState.moving:
      return <path d="M0 -8 L6 7 L0 4 L-6 7 Z" transform={`rotate(${headingDeg})`} />;
    case motionState.idle:
      return (
        <>
          <rect x="-7" y="-7" width="14" height="14" rx="3" />
          <path d="M-3 -3.6h2v7.2h-2zM1 -3.6h2v7.2h-2z" fill="#fff" />
        </>
      );
    case motionState.parked:
      return (
        <>
          <circle r="7.4" />
          <path d="M-2.6 4.4V-4.4H.5a2.9 2.9 0 0 1 0 5.8H-.8V4.4ZM-.8 -2.7V-.3H.4a1.2 1.2 0 0 0 0-2.4Z" fill="#fff" />
        </>
      );
    case motionState.notLocated:
      return (
        <>
          <circle
            r="6.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.2"
            strokeDasharray="3 2.4"
            style={{ color: 'var(--td-st-lost)' }}
          />
          <circle r="2.2" />
        </>
      );
    default:
      return (
        <>
          <circle r="7" />
          <path d="M-3.8 -1h7.6v2h-7.6z" fill="#fff" />
        </>
      );
  }
}
