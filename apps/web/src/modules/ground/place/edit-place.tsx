import { useQuery } from '@tanstack/react-query';
import { placeDetail, placeUpdate } from '@tongda/contract/ground/place/calls';
import { call } from '../../../kit/call/api';
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
  const loaded = useQuery({
    queryKey: [placeDetail.path, 'edit', id],
    queryFn: ({ signal }) => call(placeDetail, { id }, { signal, quiet: true }),
    // What is being edited must not change under the hands: a newer version is the server's to refuse.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const place = loaded.data;
  if (!place)
    return (
      <section className="td-edit-panel">
        {loaded.error ? <ErrorState error={loaded.error} retry={() => void loaded.refetch()} /> : <Loading />}
      </section>
    );
  const leave = async (): Promise<void> => {
    if (await askToLeave()) done(false);
  };
  return (
    <EditPanel
      key={loaded.dataUpdatedAt}
      title={`编辑${kindWord(kind)}`}
      endpoint={placeUpdate}
      initial={formOf(place)}
      toInput={(values) => ({ ...toInput(values), id, version: place.version })}
      saved={() => done(true)}
      close={() => void leave()}
      reload={() => void loaded.refetch()}
    >
      {(form) => <PlaceFields {...drawing.fields(form)} form={form} kind={kind} />}
    </EditPanel>
  );
}
