import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import './temp-class.css';

const marks = {
  [temperatureType.frozen]: ['frozen', '冻'],
  [temperatureType.chilled]: ['chilled', '藏'],
  [temperatureType.ambient]: ['ambient', '常'],
  [temperatureType.general]: ['general', '普'],
} as const;
/** Coldest first. */
const order = [temperatureType.frozen, temperatureType.chilled, temperatureType.ambient, temperatureType.general];

/** One character in the colour of the temperature class; several for a box with several zones. */
export function TempClasses({ codes }: { codes: readonly number[] }) {
  return order
    .filter((code) => codes.includes(code))
    .map((code) => (
      <span
        key={code}
        className="kit-show-temp-class"
        data-class={marks[code][0]}
        title={temperatureType.label(code)}
        role="img"
        aria-label={temperatureType.label(code)}
      >
        {marks[code][1]}
      </span>
    ));
}
