import { mergeLimit, placeMerge } from '@tongda/contract/ground/place/areas';
import { type PlaceRow, placeDetail } from '@tongda/contract/ground/place/calls';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../../kit/call/use-act';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { PlacesSelect } from '../places-select';

interface MergeDialogProps {
  /** those to merge; of a single one, which stays, the dialog asks for the others */
  places: PlaceRow[];
  /** shows the place that the areas became */
  done: (id: string) => void;
  close: () => void;
}

/** 合并: which area stays, and what the whole is called. */
export function MergeDialog({ places, done, close }: MergeDialogProps) {
  const [keptId, setKeptId] = useState(places[0]?.id ?? '');
  const kept = places.find(({ id }) => id === keptId);
  const [name, setName] = useState(kept?.name ?? '');
  const [chosen, setChosen] = useState<string[]>([]);
  const [only] = places;
  const alone = places.length === 1 ? only : undefined;
  const otherIds = alone ? chosen : places.flatMap(({ id }) => (id === keptId ? [] : [id]));
  const count = otherIds.length + 1;
  return (
    <FormDialog
      endpoint={placeMerge}
      input={kept ? { id: kept.id, version: kept.version, name, otherIds } : null}
      ready={name.trim() !== '' && count > 1 && count <= mergeLimit}
      fresh={newestOf(placeDetail, { id: keptId })}
      told={`${count} 个区域已合并为“${name.trim()}”`}
      done={() => done(keptId)}
      close={close}
      title={alone ? `合并到“${alone.name}”` : `合并 ${places.length} 个区域`}
      width={460}
      okText="合并"
    >
      <p className="td-cap">
        相连或重叠的区域合并成一个多边形。保留一个，沿用它的类型、限速等设置；其余的删除，历史报表仍按当时的范围计算。
      </p>
      <Form layout="vertical">
        {alone ? (
          <AtField name="otherIds" label="与它合并" htmlFor="merge-others">
            <PlacesSelect
              id="merge-others"
              kinds={placeKind.codes.filter((kind) => kind === alone.kind)}
              known={[]}
              value={chosen}
              onChange={(ids) => setChosen(ids.filter((id) => id !== alone.id))}
            />
          </AtField>
        ) : null}
        <Form.Item label="保留" hidden={alone !== undefined}>
          <Radio.Group
            aria-label="保留"
            className="ground-place-merge"
            value={keptId}
            onChange={({ target }) => {
              const next = places.find(({ id }) => id === target.value);
              setKeptId(String(target.value));
              if (name === kept?.name) setName(next?.name ?? name);
            }}
            options={places.map((place) => ({ value: place.id, label: place.name }))}
          />
        </Form.Item>
        <AtField name="name" label="合并后名称">
          <Input aria-label="合并后名称" value={name} maxLength={30} onChange={({ target }) => setName(target.value)} />
        </AtField>
      </Form>
    </FormDialog>
  );
}
