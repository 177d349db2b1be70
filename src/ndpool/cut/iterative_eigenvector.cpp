// The largest eigenpair of a large sparse Laplacian: locally optimal conjugate gradients (Knyazev's LOBPCG for
// one vector). As many steps as Lanczos needs, three vectors and their images in memory, nothing to restart.
#include <array>
#include <cmath>
#include <utility>

#include "ndpool/cut/eigen_solvers.hpp"
#include "ndpool/cut/vector_kernels.hpp"

namespace ndpool {

namespace {

/// A vector and its image under the matrix, kept in step so that a step costs one product.
struct WithImage {
    std::vector<double> vector;
    std::vector<double> image;

    void scale_both(double factor) {
        scale(factor, vector);
        scale(factor, image);
    }
    void add_both(double factor, const WithImage& other) {
        add_scaled(factor, other.vector, vector);
        add_scaled(factor, other.image, image);
    }
};

using Small = std::array<std::array<double, 3>, 3>;

/// Unit eigenvector of the largest eigenvalue of a symmetric 3 x 3 matrix, by Jacobi rotations.
std::array<double, 3> top_of_small(Small a) {
    Small v{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr int sweeps = 12;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            if (a[p][q] == 0) {
                continue;
            }
            const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
            const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
            const double c = 1 / std::sqrt(t * t + 1);
            const double s = t * c;
            for (int k = 0; k < 3; ++k) {
                const double kp = a[k][p];
                const double kq = a[k][q];
                a[k][p] = c * kp - s * kq;
                a[k][q] = s * kp + c * kq;
            }
            for (int k = 0; k < 3; ++k) {
                const double pk = a[p][k];
                const double qk = a[q][k];
                a[p][k] = c * pk - s * qk;
                a[q][k] = s * pk + c * qk;
                const double vp = v[k][p];
                const double vq = v[k][q];
                v[k][p] = c * vp - s * vq;
                v[k][q] = s * vp + c * vq;
            }
        }
    }
    int top = 0;
    for (int k = 1; k < 3; ++k) {
        top = a[k][k] > a[top][top] ? k : top;
    }
    return {v[0][top], v[1][top], v[2][top]};
}

/// Makes `u` orthogonal to unit vector `x`, twice, because once leaves the rounding of a large component behind.
void orthogonalise(WithImage& u, const WithImage& x) {
    for (int pass = 0; pass < 2; ++pass) {
        u.add_both(-dot(x.vector, u.vector), x);
    }
}

/// Scales to unit length; false if there is nothing left to scale.
bool normalise(WithImage& u) {
    const double length = norm(u.vector);
    if (!(length > 1e-300)) {
        return false;
    }
    u.scale_both(1 / length);
    return true;
}

/// One Rayleigh-Ritz step in span{x, w, p}, an orthonormal basis (p may be missing): x becomes the best vector,
/// p the direction that led there.
void ritz_step(WithImage& x, const WithImage& w, WithImage& p, bool has_direction) {
    Small gram{};
    gram[0][0] = dot(x.vector, x.image);
    gram[0][1] = gram[1][0] = dot(x.vector, w.image);
    gram[1][1] = dot(w.vector, w.image);
    gram[2][2] = -1;  // below every eigenvalue of a Laplacian: never chosen where p is missing
    if (has_direction) {
        gram[0][2] = gram[2][0] = dot(x.vector, p.image);
        gram[1][2] = gram[2][1] = dot(w.vector, p.image);
        gram[2][2] = dot(p.vector, p.image);
    }
    const auto c = top_of_small(gram);
    if (has_direction) {
        p.scale_both(c[2]);
        p.add_both(c[1], w);
    } else {
        p = w;
        p.scale_both(c[1]);
    }
    x.scale_both(c[0]);
    x.add_both(1, p);
}

}  // namespace

TopEigenpair iterative_top_eigenpair(LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed) {
    constexpr int refresh_every = 50;  // the images drift from their vectors by rounding
    const std::size_t n = matrix.size();
    WithImage x{random_unit_vector(n, seed), std::vector<double>(n)};
    WithImage w{std::vector<double>(n), std::vector<double>(n)};
    WithImage p;
    bool has_direction = false;
    TopEigenpair pair;
    pair.converged = false;
    for (pair.iterations = 0;; ++pair.iterations) {
        if (pair.iterations % refresh_every == 0) {
            scale(1 / norm(x.vector), x.vector);
            matrix.apply(x.vector, x.image);
            if (has_direction) {
                matrix.apply(p.vector, p.image);
            }
        }
        pair.value = dot(x.vector, x.image);
        for (std::size_t i = 0; i < n; ++i) {
            w.vector[i] = x.image[i] - pair.value * x.vector[i];
        }
        pair.residual = norm(w.vector);
        pair.converged = pair.residual <= tolerance * pair.value;
        if (pair.converged || pair.iterations >= most_steps) {
            break;
        }
        scale(1 / pair.residual, w.vector);
        add_scaled(-dot(x.vector, w.vector), x.vector, w.vector);
        scale(1 / norm(w.vector), w.vector);
        matrix.apply(w.vector, w.image);
        if (has_direction) {
            orthogonalise(p, x);
            orthogonalise(p, w);
            has_direction = normalise(p);
        }
        ritz_step(x, w, p, has_direction);
        has_direction = true;
    }
    pair.vector = std::move(x.vector);
    return pair;
}

}  // namespace ndpool
