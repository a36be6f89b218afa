/** A fruit, as an example of a customer's own logo. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36" width="36" height="36"><circle cx="18" cy="21" r="13" fill="#e0662b"/><path d="M18 8c1-5 5-6 9-6-1 5-4 7-9 6z" fill="#3d8b4e"/><path d="M10 21a8 8 0 0 1 6-7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

/** Hills of an orchard at dusk, as an example of a customer's own login picture. */
const orchard = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 900" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#23402c"/><stop offset=".62" stop-color="#7d4a1e"/><stop offset="1" stop-color="#c2571a"/></linearGradient></defs><rect width="1040" height="900" fill="url(#s)"/><circle cx="760" cy="500" r="92" fill="#f2a65a" opacity=".85"/><path d="M0 610c180-90 340-70 520-10s340 60 520-30v330H0z" fill="#2d5a38"/><path d="M0 700c220-70 400-30 600 10s300 30 440-20v210H0z" fill="#24492d"/><path d="M0 800c260-60 460-20 640 0s280 10 400-20v120H0z" fill="#1a3622"/><g fill="#e0662b"><circle cx="180" cy="742" r="7"/><circle cx="232" cy="760" r="7"/><circle cx="420" cy="736" r="7"/><circle cx="610" cy="770" r="7"/><circle cx="690" cy="748" r="7"/><circle cx="880" cy="764" r="7"/></g></svg>`;

const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export const fruitLogo = dataUrl(logo);
export const fruitLogin = dataUrl(orchard);
