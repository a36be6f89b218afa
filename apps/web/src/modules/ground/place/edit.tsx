import { placeDetail, placeUpdate } from '@tongda/contract/ground/place/calls';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { askToLeave } from '../../../kit/form/leave-guards';
import { ErrorState, Loading } from '../../../kit/show/states';
import type { DraftOnMap } from './draw/use-draft';
import { PlaceFields } from './fields';
import { formOf, type Kind, kindWord, toInput } from './form';

interface EditPlaceProps {
  id: string;
  kind: Kind;
  drawing: DraftOnMap;
  done: (saved: boolean) => void;
}

/** 编辑: the place as it is now, in the panel beside its map. */
export function EditPlace({ id, kind, drawing, done }: EditPlaceProps) {
  const loaded = useAsk(placeDetail, { id }, { own: 'edit' });
  const place = loaded.data;
  if (!place)
    return (
      <section className="kit-dialog-edit-panel">
        {loaded.error ? <ErrorState error={loaded.error} retry={() => void loaded.refetch()} /> : <Loading />}
      </section>
    );
  const leave = async (): Promise<void> => {
    if (await askToLeave()) done(false);
  };
  return (
    <EditPanel
      title={`编辑${kindWord(kind)}`}
      endpoint={placeUpdate}
      initial={formOf(place)}
      toInput={(values) => ({ ...toInput(values), id, version: place.version })}
      saved={() => done(true)}
      close={() => void leave()}
      reload={() => loaded.refetch({ throwOnError: true })}
    >
      {(form) => <PlaceFields {...drawing.fields(form)} form={form} kind={kind} />}
    </EditPanel>
  );
}
