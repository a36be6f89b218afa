import { useQuery } from '@tanstack/react-query';
import { type OrderDetail, type OrderPlace, orderLocate, orderPlaces } from '@tongda/contract/transport/order/calls';
import { type OrderField, orderLabels } from '@tongda/contract/transport/order/fields';
import { Button } from 'antd';
import { MapPin } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useEditScope } from '../../../../kit/form/edit-context';
import { FieldGroup } from '../../../../kit/form/edit-field';
import { AreaField } from '../../../../kit/form/input/area';
import { NumberField, TextField } from '../../../../kit/form/input/fields';
import { RemoteField, RemoteSelect, type Search } from '../../../../kit/form/input/remote-select';
import { labelledBy } from '../../../../kit/form/labelled-field';
import { findAreaAt } from '../../../../map/places/address';
import { toFound } from '../../../base/reference/door';
import { useFieldValue } from '../../parts/use-field-value';
import { searchOrderSites } from '../choices';

const PointDialog = lazy(async () => ({ default: (await import('../../../../map/places/point-dialog')).PointDialog }));

const labelledField = labelledBy(orderLabels);

interface SideProps {
  title: string;
  names: Record<'who' | 'phone' | 'area' | 'address' | 'lng' | 'lat' | 'site', OrderField>;
  loaded: OrderDetail | null;
  children: ReactNode;
}

/** The sender's or the receiver's half of the form: chosen from the address book, picked on the map, or typed. */
export function OrderSide({ title, names, loaded, children }: SideProps) {
  const { form } = useEditScope();
  const [picking, setPicking] = useState(false);
  const customerId = useFieldValue<string>(form, 'customerId');
  const found = useRef(new Map<string, OrderPlace>());
  const search = useCallback<Search>(
    async (keyword) => {
      const places = await call(orderPlaces, { customerId, keyword: keyword || undefined }, { quiet: true });
      for (const place of places) found.current.set(place.id, place);
      return places.map(({ id, name, area, address }) => ({ id, name, note: `${area}${address}` }));
    },
    [customerId],
  );
  const take = (id: string | undefined): void => {
    const place = id ? found.current.get(id) : undefined;
    if (!place) return;
    form.setFieldsValue({
      [names.who]: place.contact,
      [names.phone]: place.phone,
      [names.area]: place.area,
      [names.address]: place.address,
      [names.lng]: place.lng,
      [names.lat]: place.lat,
      // the nearest one of the new place
      [names.site]: null,
    });
    void form.validateFields([names.who, names.phone, names.area, names.address]).catch(() => undefined);
  };
  const lng = useFieldValue<number | null>(form, names.lng);
  const lat = useFieldValue<number | null>(form, names.lat);
  const guessed = useGuess(names);
  const start = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null;
  return (
    <FieldGroup
      title={title}
      hint={
        <div className="transport-order-book">
          <RemoteSelect
            label={`${title}：从地址簿选择`}
            search={search}
            value={null}
            onChange={take}
            placeholder="从地址簿选择"
          />
          <Button icon={<MapPin />} aria-label={`${title}：地图选点`} onClick={() => setPicking(true)}>
            地图选点
          </Button>
        </div>
      }
    >
      <TextField {...labelledField(names.who)} />
      <TextField {...labelledField(names.phone)} placeholder="手机或座机" />
      <AreaField {...labelledField(names.area)} />
      <TextField {...labelledField(names.address)} span={6} />
      <NumberField {...labelledField(names.lng)} decimals={6} />
      <NumberField
        {...labelledField(names.lat)}
        decimals={6}
        help={
          guessed ? (
            <span className="transport-order-hint">{guessed}</span>
          ) : (
            <Elsewhere start={start} area={names.area} />
          )
        }
      />
      <RemoteField
        {...labelledField(names.site)}
        search={searchOrderSites}
        // both sites are named in the same way
        known={toFound(loaded?.[names.site as 'originSiteId'], siteName(loaded, names.site))}
        placeholder="自动：最近的站点"
      />
      {children}
      {picking ? (
        <Suspense>
          <PointDialog
            title={`${title}：在地图上选点`}
            start={start}
            close={() => setPicking(false)}
            pick={(point) => {
              const address = String(form.getFieldValue(names.address) ?? '').trim();
              form.setFieldsValue({
                [names.lng]: point.lng,
                [names.lat]: point.lat,
                [names.site]: null,
                ...(point.area ? { [names.area]: point.area } : {}),
                ...(address === '' && point.name ? { [names.address]: point.name } : {}),
              });
              void form.validateFields([names.lng, names.lat, names.area]).catch(() => undefined);
            }}
          />
        </Suspense>
      ) : null}
    </FieldGroup>
  );
}

const settleMs = 600;
/**
 * Places the address when it was typed and nobody gave coordinates: what was placed like this follows the address until somebody chooses a point.
 * Answers what to say about it.
 */
function useGuess(names: SideProps['names']): string | null {
  const { form, initial } = useEditScope();
  const area = useFieldValue<string | null>(form, names.area) ?? '';
  const address = useFieldValue<string | null>(form, names.address) ?? '';
  const lng = useFieldValue<number | null>(form, names.lng) ?? null;
  const guess = useRef<{ lng: number; words: string } | null>(null);
  useEffect(() => {
    const free = lng === null || lng === guess.current?.lng;
    const typed = area !== (initial[names.area] ?? '') || address !== (initial[names.address] ?? '');
    if ((area === '' && address === '') || !free || !typed) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await call(orderLocate, { area, address }, { quiet: true, signal: stop.signal }).catch(() => null);
      if (!found || stop.signal.aborted || found.lng === guess.current?.lng) return;
      const words = found.exact ? '已按门店或客户地址定位' : `已定位到${found.name}中心，可在地图上选准确位置`;
      guess.current = { lng: found.lng, words };
      form.setFieldsValue({ [names.lng]: found.lng, [names.lat]: found.lat, [names.site]: null });
    }, settleMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [area, address, lng, form, initial, names.area, names.address, names.lng, names.lat, names.site]);
  return lng !== null && lng === guess.current?.lng ? guess.current.words : null;
}

const siteName = (loaded: OrderDetail | null, field: OrderField): string | undefined =>
  (field === 'originSiteId' ? loaded?.originSite : loaded?.destSite) ?? undefined;

/** `闵行区` of `上海市闵行区`; the whole text when it does not end with a district. */
function lastDistrictOf(area: string): string {
  const name = area.split(/[省市区县旗]/u).at(-2);
  return name && /[区县市旗]$/u.test(area) ? `${name}${area.slice(-1)}` : area;
}

/** Warns when the coordinates lie in another district than the one that was typed: then they are probably those of another place. */
function Elsewhere({ start, area }: { start: { lng: number; lat: number } | null; area: OrderField }) {
  const { form } = useEditScope();
  const watched = useFieldValue<string | null>(form, area);
  const typed = watched ?? '';
  const { data } = useQuery({
    queryKey: ['order district', start?.lng, start?.lat],
    queryFn: async ({ signal }) => (start ? await findAreaAt(start.lng, start.lat, signal) : null),
    enabled: start !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data || typed === '') return null;
  const district = lastDistrictOf(data);
  return typed.includes(district) || data.endsWith(typed) ? null : (
    <span className="transport-order-hint">坐标位于{data}，与填写的省市区不同，请确认</span>
  );
}
