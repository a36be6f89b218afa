/** vehicleColor of the specification: 0 yellow, 1 green, 2 blue. */
const classes = ['yellow', 'green', 'blue'] as const;

/** A plate in its own colour, with the narrow dot after the city letter as on the road. */
export function PlateChip({ plateNo, colour }: { plateNo: string; colour: number }) {
  return (
    <b className={`td-plate ${classes[colour] ?? 'yellow'}`}>
      {plateNo.length > 2 ? `${plateNo.slice(0, 2)}·${plateNo.slice(2)}` : plateNo}
    </b>
  );
}
