export const vertex = /* glsl */ `
attribute vec2 position;
attribute vec2 uv;
varying vec2 place;
void main() {
  place = uv * 2.0 - 1.0;
  gl_Position = vec4(position, 0.0, 1.0);
}`

/** Draws a glowing ring with a noisy edge that reacts to the pointer. Coordinates reach from -1 to 1. */
export const fragment = /* glsl */ `
precision highp float;
varying vec2 place;
uniform float time;
uniform float hover;
uniform float hoverIntensity;
uniform vec3 glow;
uniform vec3 second;

float hash(vec3 p) {
  p = fract(p * vec3(0.1031, 0.1030, 0.0973));
  p += dot(p, p.yxz + 33.33);
  return fract((p.x + p.y) * p.z);
}

float noise(vec3 p) {
  vec3 cell = floor(p);
  vec3 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  float near = mix(
    mix(hash(cell), hash(cell + vec3(1, 0, 0)), f.x),
    mix(hash(cell + vec3(0, 1, 0)), hash(cell + vec3(1, 1, 0)), f.x), f.y);
  float far = mix(
    mix(hash(cell + vec3(0, 0, 1)), hash(cell + vec3(1, 0, 1)), f.x),
    mix(hash(cell + vec3(0, 1, 1)), hash(cell + vec3(1, 1, 1)), f.x), f.y);
  return mix(near, far, f.z);
}

void main() {
  vec2 uv = place;
  float stir = hover * hoverIntensity;
  uv += stir * 0.06 * vec2(sin(uv.y * 9.0 + time * 1.7), sin(uv.x * 9.0 - time * 1.4));
  float radius = length(uv);
  vec2 direction = uv / max(radius, 0.0001);
  float angle = atan(uv.y, uv.x) + time * 0.25;

  float wander = noise(vec3(direction * 1.6, time * 0.32));
  float detail = noise(vec3(direction * 4.0, time * 0.5 + 7.0));
  float edge = mix(0.62, 0.76, wander) + stir * 0.05 * (detail - 0.5);

  float gap = abs(radius - edge);
  float body = smoothstep(0.30, 0.0, gap) * smoothstep(0.98, 0.72, radius);
  float line = 0.010 / (gap + 0.012);
  float inner = smoothstep(edge - 0.46, edge, radius) * smoothstep(edge + 0.02, edge - 0.02, radius);

  vec2 spot = vec2(cos(time * 0.6), sin(time * 0.6)) * edge;
  float halo = 0.045 / (length(uv - spot) + 0.06);

  float sweep = 0.5 + 0.5 * cos(angle);
  vec3 deep = glow * vec3(0.29, 0.33, 0.44);
  vec3 colour = mix(glow, second, sweep * sweep);
  vec3 light = deep * inner * 0.9 + colour * (body * 0.45 + line * 0.55 + inner * 0.25) + mix(colour, vec3(1.0), 0.35) * halo * body;
  light *= smoothstep(1.0, 0.80, radius);
  float alpha = clamp(max(max(light.r, light.g), light.b), 0.0, 1.0);
  gl_FragColor = vec4(min(light, vec3(1.0)) , alpha);
}`
