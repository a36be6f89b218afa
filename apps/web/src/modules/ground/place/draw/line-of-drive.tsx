import type { WireShape } from '@tongda/contract/ground/place/shape';
import { type NewSite, type TrackGap, unbridgedText } from '@tongda/contract/ground/place/track-line';
import { jumpsOver } from '@tongda/geo/bridge';
import type { LngLat } from '@tongda/geo/types';
import { Button, Form, type FormInstance, Input } from 'antd';
import { Trash2 } from 'lucide-react';
import { EditField } from '../../../../kit/form/edit-field';
import type { Values } from '../../../../kit/form/edit-schema';
import { none } from '../../../../kit/show/format';

/** Gaps of the track that the line still crosses in a straight leg, because nobody has drawn them. */
const openGapsOf = (gaps: readonly TrackGap[], shape: WireShape | null): TrackGap[] =>
  shape?.kind === 'line' ? gaps.filter((gap) => jumpsOver(shape.points, gap)) : [];

/** The straight legs over these gaps, which the map paints in red. */
export const openWaysOf = (gaps: readonly TrackGap[], shape: WireShape | null): LngLat[][] =>
  openGapsOf(gaps, shape).map(({ from, to }) => [from, to]);

/** Fields of a line made from a track: why it may not be saved yet, and the sites that are made with it. */
export function DriveFields({ gaps, form }: { gaps: readonly TrackGap[]; form: FormInstance<Values> }) {
  // the field `shape` holds what was drawn
  const shape = (Form.useWatch('shape', form) ?? null) as WireShape | null;
  // the field `sites`, which `blankForm` fills
  const sites = (Form.useWatch('sites', form) ?? []) as NewSite[];
  const open = openGapsOf(gaps, shape);
  return (
    <>
      {open.length > 0 ? (
        <p className="ground-place-draw-note" role="status">
          {unbridgedText(open)}
        </p>
      ) : null}
      {sites.length > 0 ? (
        <EditField
          name="sites"
          label="同时新建的站点"
          span={6}
          cells={{ name: '名称' }}
          // the field `sites`
          show={(value) => ((value ?? []) as NewSite[]).map(({ name }) => name).join('、') || none}
          help="半径200m，所属部门和可见范围与线路相同"
        >
          <SiteNames />
        </EditField>
      ) : null}
    </>
  );
}

function SiteNames({
  value = [],
  onChange,
  id,
}: {
  value?: NewSite[];
  onChange?: (sites: NewSite[]) => void;
  id?: string;
}) {
  return (
    <div className="ground-place-draw-sites" id={id}>
      {value.map((site, i) => (
        <div key={`${site.lng},${site.lat}`} title={site.address}>
          <Input
            aria-label={`第${i + 1}个站点的名称`}
            value={site.name}
            maxLength={30}
            onChange={({ target }) =>
              onChange?.(value.map((old, at) => (at === i ? { ...old, name: target.value } : old)))
            }
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`不建第${i + 1}个站点`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
    </div>
  );
}
