/**
 * Crest curves of the Kelvin wake behind a hull at the origin that moves up: the brand drawing.
 * `count` crests, each `step` further behind; SVG path data, one path a crest.
 */
export function drawWake(count: number, step: number): string[] {
  return Array.from({ length: count }, (_, index) => crest((index + 1) * step));
}

const pointsPerSide = 60;
const widthFactor = 2.5;
const lengthFactor = 1.15;

function crest(amplitude: number): string {
  let path = '';
  for (let point = -pointsPerSide; point <= pointsPerSide; point++) {
    // 0.985: the curve is cut just before its singular end at the hull
    const angle = (point / pointsPerSide) * (Math.PI / 2) * 0.985;
    const cosine = Math.cos(angle);
    const behind = amplitude * cosine * (1 - 0.5 * cosine * cosine) * 2;
    const aside = amplitude * cosine * cosine * Math.sin(angle);
    const command = point === -pointsPerSide ? 'M' : 'L';
    path += `${command}${(aside * widthFactor).toFixed(1)} ${(behind * lengthFactor).toFixed(1)}`;
  }
  return path;
}
