import { Loading } from '../../../kit/show/states';

/** Keeps about the room of one vehicle's curves until they are there, so that the rows below stay where they are. */
export function CurvesComing() {
  return (
    <div className="reports-kit-coming">
      <Loading />
    </div>
  );
}
