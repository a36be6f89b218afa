import './reloading.css';

/** The heading of one of the three steps of a reloading. */
export const ReloadStep = ({ no, title, note }: { no: number; title: string; note?: string }) => (
  <h2 className="transport-waybill-section transport-waybill-road-reloading-step">
    <span className="transport-waybill-no">{no}</span>
    {title}
    {note ? <span className="td-cap">{note}</span> : null}
  </h2>
);
