import { placeChangeHis } from '@tongda/contract/ground/place/calls';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { BatchDialog } from './batch-dialog';
import { MergeDialog } from './draw/merge-dialog';
import { PlanDialog } from './draw/plan-dialog';
import { ProposalDialog } from './draw/proposal-dialog';
import { type Drive, TrackDialog } from './draw/track-dialog';
import { PlaceImportDialog } from './import-dialog';
import type { MapPage } from './use-map-page';
import { VisitsDialog } from './visits';

/** The dialog of the map page that is open; `drive` is the track that somebody came here with. */
export function MapDialogs({ page, drive }: { page: MapPage; drive?: Drive }) {
  const { dialog, closeDialog: close, changed, beginPlace, batch, turnTo } = page;
  switch (dialog?.what) {
    case undefined:
      return null;
    case 'proposals':
      return <ProposalDialog begin={beginPlace} close={close} />;
    case 'import':
      return <PlaceImportDialog done={changed} close={close} />;
    case 'track':
      return <TrackDialog drive={drive} begin={beginPlace} close={close} />;
    case 'plan':
      return <PlanDialog begin={beginPlace} close={close} />;
    case 'history':
      return <HistoryDrawer of={placeChangeHis} id={dialog.id} name={dialog.name} close={close} />;
    case 'visits':
      return <VisitsDialog {...dialog} close={close} />;
    case 'merge':
      return (
        <MergeDialog
          places={dialog.places}
          done={(id) => {
            changed();
            void turnTo({ what: 'card', id });
          }}
          close={close}
        />
      );
    case 'batch':
      return <BatchDialog {...dialog} run={batch.start} done={changed} close={close} />;
  }
}
