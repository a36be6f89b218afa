import { signatureJpeg } from '../../parts/signature-pad';
import type { OutboxPhoto } from '../offline/outbox-db';

/** Longest side of a photo that is sent, px: a document stays readable, a file some hundred kB. */
const longest = 1600;
const quality = 0.8;

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('照片处理失败，请重拍'))), 'image/jpeg', quality);
  });

/** A picture of the camera, made small. */
export async function photoOf(file: File): Promise<OutboxPhoto> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) throw new Error('文件不是照片，请重新选择');
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return { name: `${Date.now()}.jpg`, blob: await toJpeg(canvas), signature: false, fileId: null };
}

/** The drawn signature, on white. */
export const signatureOf = async (drawn: HTMLCanvasElement): Promise<OutboxPhoto> => ({
  name: `签名${Date.now()}.jpg`,
  blob: await signatureJpeg(drawn),
  signature: true,
  fileId: null,
});

const waitMs = 1500;
/** Position of the phone, or null when it does not answer soon: a step never waits for it. */
export const locatePhone = (): Promise<{ lng: number; lat: number } | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator) || !window.isSecureContext) {
      resolve(null);
      return;
    }
    const late = setTimeout(() => resolve(null), waitMs);
    const done = (place: { lng: number; lat: number } | null): void => {
      clearTimeout(late);
      resolve(place);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ lng: coords.longitude, lat: coords.latitude }),
      () => done(null),
      { maximumAge: 60_000, timeout: waitMs, enableHighAccuracy: true },
    );
  });
