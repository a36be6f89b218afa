import { placeAdd } from '@tongda/contract/ground/place/calls';
import { lineAdd } from '@tongda/contract/ground/place/track-line';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { PlaceCard } from './card';
import { LineFrom } from './draw/line-from';
import { DriveFields } from './draw/line-of-drive';
import { SplitPanel } from './draw/split-panel';
import { EditPlace } from './edit';
import { PlaceFields } from './fields';
import { blankForm, kindOf, kindWord, toInput } from './form';
import type { MapPage, Side } from './use-map-page';

/** The right panel of the map page. */
export function MapSide({ page }: { page: MapPage }) {
  const { side, changed, drawing, setSide } = page;
  if (!side) return null;
  switch (side.what) {
    case 'card':
      return (
        <CardSide
          key={`${side.id} ${side.atVersions ?? false}`}
          page={page}
          id={side.id}
          atVersions={side.atVersions}
        />
      );
    case 'add':
      return <AddSide key={side.turn} page={page} place={side.place} />;
    case 'edit':
      return (
        <EditPlace
          key={side.id}
          id={side.id}
          kind={side.kind}
          drawing={drawing}
          done={(saved) => {
            if (saved) changed();
            setSide({ what: 'card', id: side.id });
          }}
        />
      );
    case 'split':
      return <SplitSide key={side.place.id} page={page} place={side.place} />;
  }
}

function CardSide({ page, id, atVersions }: { page: MapPage; id: string; atVersions?: boolean }) {
  const { places, turnTo, setDialog, drawing } = page;
  return (
    <PlaceCard
      id={id}
      atVersions={atVersions}
      ground={page.ground}
      onGround={page.setGround}
      onEdit={() => {
        const kind = places.find((p) => p.id === id)?.kind ?? 'site';
        void turnTo({ what: 'edit', id, kind: kindOf(kind) });
      }}
      onSplit={(place) => void turnTo({ what: 'split', place }).then(drawing.beginLine)}
      onHistory={(name) => setDialog({ what: 'history', id, name })}
      onVisits={(name) => setDialog({ what: 'visits', id, name })}
      onDelete={page.remove}
      onClose={() => void turnTo(null)}
    />
  );
}

function AddSide({ page, place }: { page: MapPage; place: Extract<Side, { what: 'add' }>['place'] }) {
  const { changed, drawing, setDialog, setSide, turnTo } = page;
  return (
    <EditPanel
      title={`新增${kindWord(place.kind)}`}
      endpoint={place.drive ? lineAdd : placeAdd}
      initial={blankForm(place)}
      toInput={toInput}
      saved={() => {
        changed();
        setSide(null);
      }}
      close={() => void turnTo(null)}
      reload={() => Promise.resolve()}
    >
      {(form) => (
        <>
          {place.kind === 'line' ? <LineFrom place={place} open={(what) => setDialog({ what })} /> : null}
          {place.drive ? <DriveFields gaps={place.drive.gaps} form={form} /> : null}
          <PlaceFields {...drawing.fields(form)} form={form} kind={place.kind} />
        </>
      )}
    </EditPanel>
  );
}

function SplitSide({ page, place }: { page: MapPage; place: Extract<Side, { what: 'split' }>['place'] }) {
  const { changed, drawing, setSide } = page;
  const leave = (): void => {
    drawing.reset(null);
    setSide({ what: 'card', id: place.id });
  };
  return (
    <SplitPanel
      place={place}
      line={drawing.draft.shape}
      draw={drawing.beginLine}
      done={() => {
        changed();
        leave();
      }}
      close={leave}
    />
  );
}
