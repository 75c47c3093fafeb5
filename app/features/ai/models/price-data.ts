/** Made by scripts/renew-model-prices.ts from @pydantic/genai-prices 0.1.8 (MIT, price-data.LICENSE). */
export const priceData = {
  openai: `
chatgpt-4o-latest | 5 15 - - | 128000
codex-mini codex-mini-latest | 1.5 6 0.375 - | 200000
computer-use* | 3 12 - - | 8192
gpt-3.5-turbo-0301 gpt-3.5-0301 | 1.5 2 - - | -
gpt-3.5-turbo gpt-35-turbo gpt-3.5-turbo-0125 | 0.5 1.5 - - | 16385
gpt-3.5-turbo-0613 | 1.5 2 - - | 16385
gpt-3.5-turbo-1106 | 1 2 - - | 16385
gpt-3.5-turbo-16k gpt-3.5-turbo-16k-0613 gpt-35-turbo-16k-0613 gpt-35-turbo-16k | 3 4 - - | 16385
gpt-4 gpt-4-0314 gpt-4-0613 | 30 60 - - | 8192
gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613 | 60 120 - - | 32000
gpt-4-turbo gpt-4-turbo-0125-preview gpt-4-0125-preview gpt-4-1106-preview gpt-4-turbo-preview | 10 30 - - | 128000
gpt-4-vision-preview gpt-4-1106-vision-preview | 10 30 - - | 128000
gpt-4.1 | 2 8 0.5 - | 1000000
gpt-4.1-mini | 0.4 1.6 0.1 - | 1000000
gpt-4.1-nano | 0.1 0.4 0.025 - | 1000000
gpt-4.5-preview* | 75 150 37.5 - | -
gpt-4o | 2.5 10 1.25 - | 128000
gpt-4o-mini gpt-4o-mini-search-preview | 0.15 0.6 0.075 - | 128000
gpt-4o-mini-2024-07-18.ft-* | 0.3 1.2 - - | -
gpt-4o-search-preview | 2.5 10 - - | 128000
gpt-5 gpt-5-chat gpt-5-chat-latest gpt-5-codex | 1.25 10 0.125 - | 400000
gpt-5-mini | 0.25 2 0.025 - | 400000
gpt-5-nano gpt-5-nano-* | 0.05 0.4 0.005 - | 400000
gpt-5-pro | 15 120 - - | 400000
gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-chat gpt-5.1-chat-latest gpt-5-1 gpt-5-1-codex gpt-5-1-codex-max gpt-5-1-chat gpt-5-1-chat-latest | 1.25 10 0.125 - | 400000
gpt-5.1-codex-mini gpt-5.1-mini gpt-5-1-codex-mini gpt-5-1-mini | 0.25 2 0.025 - | 400000
gpt-5.2 gpt-5-2 gpt-5.2-chat gpt-5.2-chat-latest gpt-5-2-chat gpt-5-2-chat-latest gpt-5.2-codex gpt-5-2-codex | 1.75 14 0.175 - | 400000
gpt-5.2-pro | 21 168 - - | 400000
gpt-5.3 gpt-5-3 gpt-5.3-chat gpt-5.3-chat-latest gpt-5-3-chat gpt-5-3-chat-latest | 1.75 14 0.175 - | 128000
gpt-5.3-codex gpt-5-3-codex | 1.75 14 0.175 - | 400000
gpt-5.4 gpt-5-4 | 2.5 15 0.25 - | 1050000
gpt-5.4-mini gpt-5-4-mini | 0.75 4.5 0.075 - | 400000
gpt-5.4-nano gpt-5-4-nano | 0.2 1.25 0.02 - | 400000
gpt-5.4-pro gpt-5-4-pro | 30 180 - - | 1050000
gpt-5.5 gpt-5-5 gpt-5.5-chat gpt-5.5-chat-latest gpt-5-5-chat gpt-5-5-chat-latest gpt-5.5-codex gpt-5-5-codex | 5 30 0.5 - | 1000000
gpt-5.5-pro gpt-5-5-pro | 30 180 - - | 1000000
gpt-5.6-luna gpt-5-6-luna | 1 6 0.1 1.25; from 2026-07-30: 0.2 1.2 0.02 0.25 | 1050000
gpt-5.6-sol gpt-5-6-sol gpt-5.6 gpt-5-6 | 5 30 0.5 6.25; from 2026-08-21: 4 20 0.4 5 | 1050000
gpt-5.6-terra gpt-5-6-terra | 2.5 15 0.25 3.125; from 2026-07-30: 2 12 0.2 2.5 | 1050000
gpt-6-astra | 10 50 1 12.5 | 1050000
gpt-6-luna | 0.1 0.5 0.01 0.125 | 1050000
gpt-6-sol | 2 10 0.2 2.5 | 1050000
gpt-chat-latest | 5 30 0.5 - | -
gpt-oss-120b | 0.039 0.18 - - | 131072
gpt-oss-20b | 0.029 0.14 - - | 131072
gpt-oss-safeguard-20b | 0.075 0.3 0.037 - | 131072
o1 | 15 60 7.5 - | 200000
o1-mini | 1.1 4.4 0.55 - | 128000
o1-preview | 15 60 7.5 - | 128000
o1-pro | 150 600 - - | 200000
o3 | 10 40 0.5 -; from 2025-06-10: 2 8 0.5 - | 200000
o3-deep-research | 10 40 2.5 - | 200000
o3-mini o3-mini-high | 1.1 4.4 0.55 - | 200000
o3-pro | 20 80 - - | 200000
o4-mini-high o4-mini | 1.1 4.4 0.275 - | 200000
o4-mini-deep-research | 2 8 0.5 - | 200000
`,
  deepseek: `
deepseek-chat* deepseek-chat-v3-0324 | 0.135 0.55 0.035 -; 00:30-16:30: 0.27 1.1 0.07 - | 64000
deepseek-reasoner deepseek-r1* deepseek-r1-0528 | 0.135 0.55 0.035 -; 00:30-16:30: 0.55 2.19 0.14 - | 64000
deepseek-v3.1-terminus | 0.27 0.95 0.13 - | 128000
deepseek-v3.2 | 0.2288 0.3432 - - | 128000
deepseek-v3.2-exp | 0.27 0.41 - - | 128000
deepseek-v4-flash* | 0.14 0.28 0.0028 -; from 2026-08-17: 0.22 0.66 0.007 -; 01:00-04:00: 0.44 1.32 0.014 -; 06:00-10:00: 0.44 1.32 0.014 - | 1000000
deepseek-v4-pro* | 0.435 0.87 0.003625 -; from 2026-08-17: 0.66 1.98 0.022 -; 01:00-04:00: 1.32 3.96 0.044 -; 06:00-10:00: 1.32 3.96 0.044 - | 1000000
`,
  claude: `
claude-2* *claude-v2* | 8 24 - - | 200000
claude-3-5-haiku* claude-3.5-haiku* | 0.8 4 0.08 1 | 200000
claude-3-5-sonnet* claude-3.5-sonnet* | 3 15 0.3 3.75 | 200000
claude-3-7-sonnet* claude-3.7-sonnet* claude-sonnet-3.7* claude-sonnet-3-7* | 3 15 0.3 3.75 | 200000
claude-3-haiku* | 0.25 1.25 0.03 0.3 | 200000
claude-3-opus* | 15 75 1.5 18.75 | 200000
claude-3-sonnet* | 3 15 0.3 3.75 | 200000
claude-fable-5 | 10 50 1 12.5 | 1000000
claude-fable-5-1 | 10 50 0.25 12.5 | 1000000
claude-haiku-4-5* claude-haiku-4.5* claude-4-5-haiku* claude-4.5-haiku* | 1 5 0.1 1.25 | 200000
claude-opus-4-0* claude-4-opus* claude-opus-4 | 15 75 1.5 18.75 | 200000
claude-opus-4-1* claude-opus-4.1* | 15 75 1.5 18.75 | 200000
claude-opus-4-5* claude-opus-4.5* claude-4-5-opus* claude-4.5-opus* | 5 25 0.5 6.25 | 200000
claude-opus-4-6* claude-opus-4.6* claude-4-6-opus* claude-4.6-opus* | 5 25 0.5 6.25; from 2026-03-13: 5 25 0.5 6.25 | 1000000
claude-opus-4-7* claude-opus-4.7* claude-4-7-opus* claude-4.7-opus* | 5 25 0.5 6.25 | 1000000
claude-opus-4-8* claude-opus-4.8* claude-4-8-opus* claude-4.8-opus* | 5 25 0.5 6.25 | 1000000
claude-opus-5 claude-opus-5.0* claude-5-opus* claude-5.0-opus* | 5 25 0.5 6.25 | 1000000
claude-opus-5-5 claude-opus-5.5* claude-5-5-opus* claude-5.5-opus* | 4 20 0.2 5 | 1000000
claude-sonnet-4-2025* claude-sonnet-4-0* claude-sonnet-4@* claude-sonnet-4 claude-4-sonnet* | 3 15 0.3 3.75 | 200000
claude-sonnet-4-5* claude-sonnet-4.5* | 3 15 0.3 3.75 | 200000
claude-sonnet-4-6* claude-sonnet-4.6* | 3 15 0.3 3.75; from 2026-03-13: 3 15 0.3 3.75 | 1000000
claude-sonnet-5* claude-sonnet-5.0* claude-5-sonnet* claude-5.0-sonnet* | 2 10 0.2 2.5 | 1000000
claude-v1 | 8 24 - - | -
`,
  gemini: `
claude-fable-5 *claude-fable-5@* | 10 50 1 12.5 | 1000000
claude-fable-5-1 *claude-fable-5-1@* | 10 50 0.25 12.5 | 1000000
gemini-1.0-pro-vision-001 | 0.125 0.375 - - | 32768
*gemini-1.5-flash* | 0.075 0.3 0.01875 - | 1000000
*gemini-1.5-pro* | 1.25 5 - - | 1000000
gemini-2.0-flash *gemini-2.0-flash-0* *gemini-2.0-flash-exp* *gemini-2.0-flash-thinking* *gemini-2.0-flash-latest* | 0.1 0.4 0.025 - | 1000000
*gemini-2.0-flash-lite* | 0.075 0.3 - - | 1000000
gemini-2.5-flash gemini-2.5-flash-latest gemini-2.5-flash-preview-09-2025 | 0.3 2.5 0.03 - | 1048576
gemini-2.5-flash-lite gemini-2.5-flash-lite-preview* | 0.1 0.4 0.01 - | 1000000
*gemini-2.5-flash-preview-05-20* *gemini-2.5-flash-preview-04-17* gemini-2.5-flash-preview-05-20:thinking gemini-2.5-flash-preview gemini-2.5-flash-preview:thinking | 0.15 0.6 - - | -
gemini-2.5-pro* | 1.25 10 0.125 - | -
gemini-3-flash-preview gemini-3-flash-preview-* | 0.5 3 0.05 - | 1000000
gemini-3-pro-preview* gemini-3-pro-text-preview | 2 12 0.2 - | -
gemini-3.1-flash-lite gemini-3.1-flash-lite-preview* | 0.25 1.5 0.025 - | 1000000
gemini-3.1-pro-preview* | 2 12 0.2 - | -
gemini-3.5-flash gemini-3.5-flash-preview* | 1.5 9 0.15 - | 1000000
gemini-3.5-flash-lite* | 0.3 2.5 0.03 - | 1000000
gemini-3.6-flash* | 0.75 3.75 0.075 -; from 2027-01-01: 1.5 7.5 0.15 - | 1000000
gemini-3.7-flash* | 0.75 3.75 0.075 -; from 2027-01-01: 1.5 7.5 0.15 - | 1000000
gemini-3.8-flash* | 0.75 3.75 0.075 -; from 2027-01-01: 1.5 7.5 0.15 - | 1000000
gemini-flash-1.5 | 0.075 0.3 0.01875 - | -
gemini-flash-1.5-8b | 0.0375 0.15 0.01 - | 1000000
gemini-omni-flash-preview* | 1.5 9 - - | -
gemini-pro gemini-1.0-pro | 0.125 0.375 - - | 32768
gemini-pro-1.5 | 1.25 5 0.3125 - | 2000000
gemma-2-27b-it | 0.65 0.65 - - | -
gemma-4-26b-a4b-it-maas | 0.15 0.6 0.015 - | 262144
`,
}
