import type { Output } from '@tongda/contract/core/endpoint';
import type { tmsHomeTrend } from '@tongda/contract/transport/tms-home/calls';
import { useSize } from '../../../kit/show/hooks/use-size';
import { useWindow } from '../../../kit/show/hooks/use-window';

/** px; it is as wide as its room, once that is known. */
const size = { width: 720, left: 34, bottom: 22, top: 10 };
/** px in a window of a laptop; a higher window gives it what it has more, up to twice as much. */
const least = { height: 240, window: 768 };
const heightInWindow = (): number =>
  Math.min(2 * least.height, least.height + Math.max(0, window.innerHeight - least.window));

/** Orders entered and signed for, a pair of bars a day. */
export function Trend({ days }: { days: Output<typeof tmsHomeTrend> }) {
  const most = Math.max(4, ...days.flatMap(({ ordered, signed }) => [ordered, signed]));
  const step = Math.ceil(most / 4);
  const high = step * 4;
  const [box, drawn] = useSize<HTMLElement>();
  const whole = drawn.width || size.width;
  const height = useWindow(heightInWindow);
  const room = height - size.top - size.bottom;
  const width = (whole - size.left) / Math.max(1, days.length);
  const y = (n: number): number => size.top + room - (n / high) * room;
  return (
    <figure className="transport-tms-home-trend" ref={box}>
      <svg viewBox={`0 0 ${whole} ${height}`} role="img" aria-label="近两周每天的下单数与签收数">
        {[0, 1, 2, 3, 4].map((k) => (
          <g key={k}>
            <line x1={size.left} x2={whole} y1={y(k * step)} y2={y(k * step)} />
            <text x={size.left - 6} y={y(k * step) + 4} textAnchor="end">
              {k * step}
            </text>
          </g>
        ))}
        {days.map(({ day, ordered, signed }, i) => {
          const x = size.left + i * width;
          return (
            <g key={day}>
              <title>{`${day} 下单${ordered}，签收${signed}`}</title>
              <rect
                className="a"
                x={x + width * 0.18}
                width={width * 0.28}
                y={y(ordered)}
                height={room + size.top - y(ordered)}
              />
              <rect
                className="b"
                x={x + width * 0.5}
                width={width * 0.28}
                y={y(signed)}
                height={room + size.top - y(signed)}
              />
              <text x={x + width / 2} y={height - 6} textAnchor="middle">
                {day.slice(5)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="td-cap">
        <i className="a" /> 下单 <i className="b" /> 签收
      </figcaption>
    </figure>
  );
}
