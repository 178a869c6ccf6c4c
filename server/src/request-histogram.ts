const name = 'causeway_http_request_duration_seconds';
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  labels: string;
  /** Requests per bucket, not cumulative; the last one counts everything above. */
  counts: number[];
  sumSeconds: number;
}

export interface RequestHistogram {
  observe(method: string, route: string, status: number, seconds: number): void;
  render(): string;
}

/**
 * Response times by route and status. Not prom-client's histogram, because it sorts and hashes the labels on every
 * call, which took 3 µs per request.
 */
export function createRequestHistogram(): RequestHistogram {
  const routes = new Map<string, Map<number, Series>>();
  return {
    observe(method, route, status, seconds) {
      const series = seriesOf(routes, `${method} ${route}`, status);
      let bucket = 0;
      while (bucket < bucketsSeconds.length && seconds > (bucketsSeconds[bucket] ?? 0)) bucket++;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sumSeconds += seconds;
    },
    render() {
      const lines = [`# HELP ${name} Response time by route and status.`, `# TYPE ${name} histogram`];
      for (const statuses of routes.values())
        for (const series of statuses.values()) lines.push(...renderSeries(series));
      return `${lines.join('\n')}\n`;
    },
  };
}

function seriesOf(routes: Map<string, Map<number, Series>>, route: string, status: number): Series {
  let statuses = routes.get(route);
  if (!statuses) {
    statuses = new Map();
    routes.set(route, statuses);
  }
  let series = statuses.get(status);
  if (!series) {
    const [method, path] = route.split(' ');
    series = {
      labels: `method="${method}",route="${path}",status="${status}"`,
      counts: new Array(bucketsSeconds.length + 1).fill(0),
      sumSeconds: 0,
    };
    statuses.set(status, series);
  }
  return series;
}

function renderSeries({ labels, counts, sumSeconds }: Series): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket{le="${bucketsSeconds[index] ?? '+Inf'}",${labels}} ${total}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${total}`];
}
