// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256, uint256);
    function burn(int24 lower, int24 upper, uint128 amount) external returns (uint256, uint256);
    function collect(address recipient, int24 lower, int24 upper, uint128 amount0, uint128 amount1)
        external
        returns (uint128, uint128);
    function swap(address recipient, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

interface IToken {
    function transfer(address to, uint256 value) external;
}

/// Gives Uniswap pools of the local chains liquidity, takes it away, and moves their prices. It pays with tokens that were
/// minted to it. Anyone may use it.
contract PoolKeeper {
    receive() external payable {}

    function fill(address pool, int24 lower, int24 upper, uint128 amount) external {
        IPool(pool).mint(address(this), lower, upper, amount, "");
    }

    function drain(address pool, int24 lower, int24 upper, uint128 amount) external {
        IPool(pool).burn(lower, upper, amount);
        IPool(pool).collect(address(this), lower, upper, type(uint128).max, type(uint128).max);
    }

    /// Buys and sells until the pool has this price.
    function move(address pool, bool zeroForOne, uint160 price) external {
        IPool(pool).swap(address(this), zeroForOne, type(int128).max, price, "");
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata) external {
        _pay(int256(owed0), int256(owed1));
    }

    function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata) external {
        _pay(owed0, owed1);
    }

    function _pay(int256 owed0, int256 owed1) private {
        if (owed0 > 0) IToken(IPool(msg.sender).token0()).transfer(msg.sender, uint256(owed0));
        if (owed1 > 0) IToken(IPool(msg.sender).token1()).transfer(msg.sender, uint256(owed1));
    }
}
