import './chip.css';

/** vehicleColor of the specification: 0 yellow, 1 green, 2 blue. */
const colours = ['yellow', 'green', 'blue'] as const;

/** `沪A·12345` with the narrow dot of real plates. */
export const dottedPlate = (plateNo: string): string =>
  plateNo.length > 2 ? `${plateNo.slice(0, 2)}·${plateNo.slice(2)}` : plateNo;

/** A number plate in its own colour. */
export function PlateChip(props: { plateNo: string; colour: number; large?: boolean }) {
  return (
    <span className="kit-show-plate-chip" data-colour={colours[props.colour] ?? 'yellow'} data-large={props.large}>
      {dottedPlate(props.plateNo)}
    </span>
  );
}
