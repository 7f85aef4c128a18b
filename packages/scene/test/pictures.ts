import { createCanvas } from "@napi-rs/canvas";

/** A cover with hard edges, fine lines and a soft gradient, wider than high and transparent in a corner. */
export function coverPng(): Buffer {
  const { canvas } = paintedCover(700, 600);
  return canvas.toBuffer("image/png");
}

export function photoJpeg(): Buffer {
  const { canvas } = paintedCover(1500, 1500);
  return canvas.toBuffer("image/jpeg", 90);
}

/** A wide logo with soft, half transparent edges. */
export function logoPng(): Buffer {
  const canvas = createCanvas(420, 130);
  const context = canvas.getContext("2d");
  const gradient = context.createRadialGradient(210, 65, 10, 210, 65, 200);
  gradient.addColorStop(0, "#22d3eeff");
  gradient.addColorStop(1, "#a855f700");
  context.fillStyle = gradient;
  context.fillRect(0, 0, 420, 130);
  return canvas.toBuffer("image/png");
}

function paintedCover(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, "#ff5f6d");
  gradient.addColorStop(1, "#2b5876");
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  for (let x = 0; x < width; x += 7) {
    context.fillStyle = x % 2 === 0 ? "#ffffffaa" : "#00000088";
    context.fillRect(x, (x * 3) % height, 2, height / 3);
  }
  context.clearRect(width * 0.7, height * 0.7, width * 0.1, height * 0.1);
  return { canvas };
}
